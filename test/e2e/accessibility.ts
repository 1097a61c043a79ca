import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Expects no serious or critical accessibility violation in the page, or in `part` of it. Retries, because contrast is too low halfway
 * through a fade.
 */
export async function expectAccessible(page: Page, screen: string, part = 'html'): Promise<void> {
  await expect(async () => {
    expect(await seriousViolations(page, part), screen).toEqual([]);
  }).toPass({ timeout: 120_000, intervals: [500, 1000, 2000] });
}

async function seriousViolations(page: Page, part: string): Promise<readonly string[]> {
  // The default mode opens a second page for the analysis, which Electron does not allow.
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
