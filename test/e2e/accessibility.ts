import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** No violation that a person with an aid would stumble over, in the page or in `part` of it; the others are left to judgement. */
export async function expectAccessible(page: Page, screen: string, part = 'html'): Promise<void> {
  // Halfway through a fade every contrast is too low.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        .map(({ finished }) => finished.catch(() => undefined)),
    ),
  );
  // The usual mode opens another target for the analysis, which a window of an application does not allow.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).include(part).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const found = serious.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ target, failureSummary }) => `${String(target)} ${failureSummary ?? ''}`)
        .join(' | ')}`,
  );
  expect(found, screen).toEqual([]);
}
