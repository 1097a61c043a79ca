import { describe, expect, test } from 'vitest';
import { campaigns } from './campaigns.ts';

/** The faults have their own tests, with a title for each case (faults/rows-….test.ts). */
const others = campaigns.filter(({ name }) => name !== 'faults');

describe.runIf(others.length > 0)('the short form holds', () => {
  test.for(others)('$name', async (campaign, { skip }) => {
    const result = await campaign.run({
      n: campaign.short,
      seed: 1,
      form: 'short',
      data: process.env['CARREL_PUBLIC_DATA'] ?? null,
      say: () => undefined,
    });
    for (const { what, why } of result.skipped) console.log(`SKIPPED ${campaign.name}: ${what}: ${why}`);
    expect(result.failures).toEqual([]);
    skip(result.cases === 0 && result.skipped.length > 0, result.skipped.map(({ what, why }) => `${what}: ${why}`).join('; '));
    expect(result.cases).toBeGreaterThan(0);
  });
});
