import { describe, expect, test } from 'vitest';
import { createWriterRun } from '../../../src/main/engines/writer-run.ts';

const run = { studies: ['22-001', '23-014'], only: null };
const never = 600_000;

describe('what remains of a stopped sync', () => {
  test('is what the writer reports', async () => {
    const known = createWriterRun();
    known.hear({ type: 'syncing', run });
    known.hear({ type: 'stopped', interrupted: { studies: ['23-014'], only: null } });
    expect(await known.left(never)).toEqual({ studies: ['23-014'], only: null });
  });

  test('is all of it if the writer does not answer', async () => {
    const known = createWriterRun();
    known.hear({ type: 'syncing', run });
    expect(await known.left(1)).toEqual(run);
  });

  test('is nothing if no sync ran, it had ended, or its process is gone', async () => {
    const [none, ended, gone] = [createWriterRun(), createWriterRun(), createWriterRun()];
    for (const known of [ended, gone]) known.hear({ type: 'syncing', run });
    ended.hear({ type: 'syncing', run: null });
    gone.forget();
    for (const known of [none, ended, gone]) expect(await known.left(1)).toBeNull();
  });
});
