import { expect as impatient, type Locator, type Page } from '@playwright/test';
import type { SandboxReady } from '../../scripts/sandbox-process.ts';
import { openCarrel, temporaryFolder, type Carrel } from './window.ts';

/** Waits longer than Playwright's five seconds, for busy machines. */
export const expect = impatient.configure({ timeout: 60_000 });

/** The service that the demo's environment names. */
export function demoService(): SandboxReady {
  return {
    baseUrl: required('CARREL_DEMO_BASE_URL'),
    partnerId: required('CARREL_DEMO_PARTNER_ID'),
    clientId: required('CARREL_DEMO_CLIENT_ID'),
    clientSecret: required('CARREL_DEMO_CLIENT_SECRET'),
    studies: required('CARREL_DEMO_STUDIES').split(','),
  };
}

export function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run this through "npm run screenshots".`);
  return value;
}

/** Opens a window on a folder of its own while `action` runs. */
export async function withWindow(environment: NodeJS.ProcessEnv, action: (carrel: Carrel) => Promise<void>): Promise<void> {
  const folder = await temporaryFolder();
  const carrel = await openCarrel(folder.path, { ...environment, CARREL_DATA_DIR: folder.path });
  try {
    await action(carrel);
  } finally {
    await carrel.close();
    await folder.remove();
  }
}

export function cardOf(page: Page, study: string): Locator {
  return page.getByRole('article', { name: `Study ${study}` });
}

export async function rail(page: Page, place: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name: place }).click();
}

export async function rowsShown(page: Page, place: string): Promise<void> {
  const table = page.getByRole('region', { name: place });
  await expect(table.locator('footer').first()).toHaveText(/^[\d,]+ (of [\d,]+ )?rows/);
  await expect(table.locator('[role=row][row-index="0"]').first()).toContainText(/\d/);
}

export async function filterBy(page: Page, column: string, fill: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('Search the columns').fill(column);
  await page.getByRole('listitem').getByRole('button', { name: column, exact: true }).click();
  await fill();
  await page.getByRole('button', { name: /^Show [\d,]+ rows?$/ }).click();
}
