import { expect, test } from 'vitest';
import { packHeaderSchema } from '../../../src/core/pack/pack-header.ts';

function takes(study: string): boolean {
  const header = {
    study,
    sponsor: null,
    demo: true,
    madeAt: '2026-11-20T10:00:00.000Z',
    madeBy: '0.1.0',
    expires: '2026-12-04',
    datasets: [{ dataset: 'labs', records: 1, asOf: '2026-11-20T09:00:00.000Z' }],
    seal: { generation: 1, counts: { labs: 1 }, digest: '0'.repeat(64) },
    key: Buffer.alloc(32).toString('base64'),
    size: 4096,
  };
  return packHeaderSchema.safeParse(header).success;
}

test.each(['22-001', 'SPN 2201/02', 'Étude 7', '試験-1'])('takes the study %s', (study) => {
  expect(takes(study)).toBe(true);
});

test.each<readonly [string, string]>([
  ['blanks around it', ' 22-001'],
  ['a line end behind it', '22-001\n'],
  ['letters that change the direction of others', '22-\u202e100'],
  ['a zero byte', '22-001\0'],
  ['half a letter', '22-001\ud800'],
  ...['\u200b', '\u2060', '\u00ad', '\ufe00', '\u3164'].map((invisible) => ['invisible letters', `22-001${invisible}`] as const),
  ['nothing', ''],
  ['more than 128 letters', '2'.repeat(129)],
])('refuses a study whose number has %s', (_what, study) => {
  expect(takes(study)).toBe(false);
});
