import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * No violation that a person with an aid would stumble over, in the page or in `part` of it; the others are left to judgement.
 * Halfway through a fade every contrast is too low: what is found must still be there when it is looked at again.
 */
export async function expectAccessible(page: Page, screen: string, part = 'html'): Promise<void> {
  await expect(async () => {
    expect(await seriousViolations(page, part), screen).toEqual([]);
  }).toPass({ timeout: 120_000, intervals: [500, 1000, 2000] });
}

async function seriousViolations(page: Page, part: string): Promise<readonly string[]> {
  // The usual mode opens another target for the analysis, which a window of an application does not allow.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).include(part).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ target, failureSummary }) => `${String(target)} ${failureSummary ?? ''}`)
        .join(' | ')}`,
  );
}
