import type { Carrel } from './window.ts';

/** An entry as the settings list it. */
interface ListedEntry {
  readonly says: string;
  /** As it is stored: JSON. */
  readonly event: string;
}

/** The entries of the open vault's trail, the newest first, 100 at most. */
export async function trailOf({ page }: Carrel): Promise<readonly ListedEntry[]> {
  const filter = { group: null, study: null, since: null, until: null, text: '' };
  const answer = await page.evaluate((input) => window.carrel.call('audit.list', input), { filter, offset: 0, limit: 100 });
  return (answer as { readonly value: { readonly entries: readonly ListedEntry[] } }).value.entries;
}

/** The newest entries about site packs, oldest first. */
export async function packsIn(carrel: Carrel, count: number): Promise<readonly unknown[]> {
  const events = (await trailOf(carrel)).map(({ event }) => JSON.parse(event) as { readonly kind: string });
  return events
    .filter(({ kind }) => kind.startsWith('pack'))
    .slice(0, count)
    .reverse();
}
