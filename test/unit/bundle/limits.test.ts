import { expect, test } from 'vitest';
import { limitExceeded, pageLimits } from '../../../src/core/bundle/limits.ts';

const units: Readonly<Record<string, number>> = { MiB: 1024 * 1024, KiB: 1024, levels: 1, values: 1 };

test.each(Object.entries(pageLimits) as [keyof typeof pageLimits, number][])(
  'the refusal of a page states its limit of %s',
  (name, limit) => {
    const { code, message } = limitExceeded(name);
    const [, count = '', unit = ''] = /than ([\d,]+) (\w+)/.exec(message) ?? [];
    expect([code, Number(count.replaceAll(',', '')) * (units[unit] ?? 0)]).toEqual(['LIMIT', limit]);
  },
);
