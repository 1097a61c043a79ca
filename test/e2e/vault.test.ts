import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Locator } from '@playwright/test';
import { DEMO_PASSPHRASE } from '../../scripts/sandbox-process.ts';
import { readCsv } from '../unit/export/rfc4180.ts';
import { expectAccessible } from './accessibility.ts';
import { openBench } from './bench.ts';
import { closeToasts, take, untilMirrored } from './steps.ts';
import { answerSaveDialog, expectQuiet } from './window.ts';

const STUDY = '22-001';
/** A study of which nothing was mirrored. */
const UNKNOWN = '99-404';

/** An entry of a saved trail, as docs/audit-trail.md describes it. */
interface SavedEntry {
  readonly number: number;
  readonly at: string;
  readonly actor: string;
  readonly event: string;
  readonly hash: string;
}

test.describe.configure({ mode: 'serial' });

test.describe('the audit trail and diagnostics', () => {
  const { folder, service, carrel } = openBench({ service: ['--subjects', '6'], data: 'data' });

  test.beforeAll(async () => {
    for (const study of service.studies) await untilMirrored(card(study));
    await closeToasts(carrel.page);
  });

  test('the trail lists entries newest first, and an entry expands to all that is stored of it', async () => {
    await take(carrel.page, 'Settings, audit trail');
    await expect(line(0)).toContainText(/Synced \d\d-\d{3}: OK/);
    await expect(lines().last()).toContainText('Created the vault, opened with the passphrase');
    await expect(counted()).toHaveText(/^(\d+) of \1 entries$/);
    await lines().last().focus();
    await carrel.page.keyboard.press('Enter');
    const entry = carrel.page.getByRole('term').filter({ hasText: 'Entry 1' }).locator('..');
    await expect(entry).toContainText('{"kind":"vault-created","with":["passphrase"]}');
    await expect(entry).toContainText(/[0-9a-f]{64}/);
    await expect(entry).toBeInViewport();
    await expectAccessible(carrel.page, 'audit trail with an open entry');
    await carrel.page.keyboard.press('Enter');
    await expect(entry).toBeHidden();
  });

  test('the trail is filtered by kind of entry, study, day and words, also combined', async () => {
    const { page } = carrel;
    const search = page.getByRole('textbox', { name: 'Search', exact: true });
    await choose('Entries about', 'Sync');
    await expect(counted()).toHaveText(/^3 of \d+ entries$/);
    await choose('Study', STUDY);
    await expect(counted()).toHaveText(/^1 of \d+ entries$/);
    await expect(line(0)).toContainText(`Synced ${STUDY}: OK`);
    await search.fill('ok; new: subjects');
    await expect(counted()).toHaveText(/^1 of \d+ entries$/);
    const today = await page.evaluate(() => new Date().toLocaleDateString('sv'));
    const yesterday = await page.evaluate(() => new Date(Date.now() - 86_400_000).toLocaleDateString('sv'));
    await page.getByLabel('From this day').fill(today);
    await page.getByLabel('To this day').fill(today);
    await expect(counted()).toHaveText(/^1 of \d+ entries$/);
    await page.getByLabel('From this day').fill(yesterday);
    await page.getByLabel('To this day').fill(yesterday);
    await expect(page.getByText('No entry matches this filter')).toBeVisible();
    await expectAccessible(page, 'audit trail without a match');
    await page.getByRole('button', { name: 'Show everything' }).click();
    await expect(counted()).toHaveText(/^(\d+) of \1 entries$/);
    await expect(search).toHaveValue('');
    await search.fill(userInfo().username);
    await expect(counted()).toHaveText(/^(\d+) of \1 entries$/);
    await search.fill('');
  });

  test('an export asks for the passphrase if the settings require it, and the trail records the SHA-256 of the file', async () => {
    const { page } = carrel;
    await take(page, 'Settings, security');
    const asks = page.getByRole('switch', { name: 'Ask again before an export' });
    await asks.click({ force: true });
    await expect(asks).toBeChecked();
    await take(page, STUDY);
    await take(page, 'Labs');
    await expect(page.getByRole('region', { name: 'Labs' }).locator('footer').first()).toHaveText(/^[\d,]+ rows/);
    const path = join(folder.path, 'asked.csv');
    await answerSaveDialog(carrel, path);
    await page.keyboard.press('Control+e');
    const dialog = page.getByRole('dialog', { name: /Export labs/ });
    const passphrase = dialog.getByLabel('Passphrase of this computer’s copy', { exact: true });
    await expect(passphrase).toBeFocused();
    await dialog.getByRole('radio', { name: /R, SAS, Python/ }).check();
    await expect(dialog.getByRole('button', { name: /^Export [\d,]+ rows/ })).toBeDisabled();
    await expectAccessible(page, 'export that asks', '[role=dialog]');
    await passphrase.fill('not the passphrase');
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('does not open this vault');
    expect(readdirSync(folder.path)).not.toContain('asked.csv');
    await passphrase.fill(DEMO_PASSPHRASE);
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('asked.csv');
    const digest = sha256(readFileSync(path));
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await take(page, 'Settings, audit trail');
    await page.getByRole('textbox', { name: 'Search', exact: true }).fill(digest);
    await expect(counted()).toHaveText(/^1 of \d+ entries$/);
    await expect(line(0)).toContainText(`Exported Labs of ${STUDY} as csv`);
    await line(0).click();
    await expect(page.getByRole('definition').filter({ hasText: `"sha256":"${digest}"` })).toBeVisible();
    await page.getByRole('textbox', { name: 'Search', exact: true }).fill('Changed when Carrel locks');
    await expect(line(0)).toContainText('passphrase required before an export');
    await page.getByRole('textbox', { name: 'Search', exact: true }).fill('');
  });

  test('the trail is verified, and saved with a chain that can be recomputed; the save is its newest entry', async () => {
    const { page } = carrel;
    await page.getByRole('button', { name: 'Check the chain' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Intact' })).toHaveText(/^Intact: each of \d+ entries follows/);
    const saved = async (name: string): Promise<Buffer> => {
      const before = await entriesOf();
      await answerSaveDialog(carrel, join(folder.path, name));
      await page.getByRole('button', { name: name.endsWith('csv') ? 'Save as CSV' : 'Save as NDJSON' }).click();
      const bytes = await expect
        .poll(async () => entriesOf())
        .toBe(before + 2)
        .then(() => readFileSync(join(folder.path, name)));
      await expect(line(0)).toContainText(
        `Exported the audit trail: ${String(before + 1)} entries, SHA-256 ${sha256(bytes).slice(0, 12)}…`,
      );
      await closeToasts(page);
      return bytes;
    };
    const [first = '', ...rest] = (await saved('trail.ndjson')).toString('utf8').trimEnd().split('\n');
    const head = JSON.parse(first) as { format: string; version: number; entries: number; head: string };
    const entries = rest.map((text) => JSON.parse(text) as SavedEntry);
    expect(head).toMatchObject({ format: 'carrel audit trail', version: 1, entries: entries.length });
    expect(lastLink(entries)).toBe(head.head);
    const [header, ...rows] = readCsv((await saved('trail.csv')).toString('utf8')).map((cells) => cells.map(({ text }) => text));
    expect(header).toEqual(['number', 'at', 'actor', 'event', 'hash']);
    const again = rows.map(([number, at = '', actor = '', event = '', hash = '']) => ({ number: Number(number), at, actor, event, hash }));
    lastLink(again);
    // The second save contains all entries of the first one, and the first save itself.
    expect(again.slice(0, -2)).toEqual(entries);
    expect(JSON.parse(again.at(-1)?.event ?? '{}')).toEqual({ kind: 'trail-begun', format: 'csv' });
    const noted = JSON.parse(again.at(-2)?.event ?? '{}') as { kind?: string; sha256?: string };
    expect(noted).toMatchObject({ kind: 'trail-exported', sha256: sha256(readFileSync(join(folder.path, 'trail.ndjson'))) });
    // Control: the computation detects a change.
    expect(() => lastLink(entries.map((entry) => (entry.number === 2 ? { ...entry, actor: 'somebody' } : entry)))).toThrow('entry 2');
  });

  test('the log is shown, and saved diagnostics name no study, address, person, path or subject', async () => {
    const { page } = carrel;
    await page.evaluate((study) => window.carrel.call('studies.add', { study }), UNKNOWN);
    await take(page, 'Settings, about');
    const log = page.getByRole('log');
    await expect(log).toContainText('Sync ended');
    await page.getByText('Third-party software').click();
    await page.getByText('ag-grid-community').click();
    await expect(page.locator('details.licence[open]')).toContainText('Permission is hereby granted');
    await expectAccessible(page, 'about, with a licence open');
    const path = join(folder.path, 'support.json');
    await answerSaveDialog(carrel, path);
    await page.getByRole('button', { name: 'Save diagnostics…' }).click();
    await expect(page.getByText('Diagnostics saved')).toBeVisible();
    const text = readFileSync(path, 'utf8');
    const bundle = JSON.parse(text) as { readonly studies: readonly unknown[]; readonly log: readonly unknown[] };
    expect(bundle.studies).toHaveLength(service.studies.length + 1);
    expect(bundle.log.length).toBeGreaterThan(3);
    const group = await service.search(`Group?researchstudy=${STUDY}`);
    const subjects = [...group.matchAll(/"Patient\/([^"]+)"/g)].map(([, subject]) => subject ?? '');
    expect(subjects.length).toBe(6);
    const words = [
      ...service.studies,
      UNKNOWN,
      service.baseUrl,
      String(service.port),
      '127.0.0.1',
      'localhost',
      service.partnerId,
      service.clientId,
      service.clientSecret,
      DEMO_PASSPHRASE,
      folder.path,
      carrel.dataDir,
      'carrel-e2e',
      userInfo().homedir,
    ];
    for (const word of words) expect(text.includes(word), word).toBe(false);
    // Short names may be a part of another word or number.
    for (const name of [userInfo().username, hostname(), ...subjects])
      expect(text, name).not.toMatch(new RegExp(`(?<![\\w.])${name}(?![\\w.])`));
    await closeToasts(page);
  });

  test('the window reports no error and requests only its own files', () => {
    expectQuiet(carrel);
  });

  function card(study: string): Locator {
    return carrel.page.getByRole('article', { name: `Study ${study}` });
  }

  function lines(): Locator {
    return carrel.page.getByRole('grid', { name: 'Audit trail' }).locator('.audit-line');
  }

  function line(place: number): Locator {
    return lines().nth(place);
  }

  function counted(): Locator {
    return carrel.page.locator('.audit-count');
  }

  async function entriesOf(): Promise<number> {
    return Number(/ of ([\d,]+) entries$/.exec(await counted().innerText())?.[1]?.replaceAll(',', ''));
  }

  async function choose(setting: string, choice: string): Promise<void> {
    await carrel.page.getByRole('combobox', { name: setting, exact: true }).click();
    await carrel.page.getByRole('option', { name: choice, exact: true }).click();
  }
});

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Recomputes a saved chain as docs/audit-trail.md describes it, and returns its last link. */
function lastLink(entries: readonly SavedEntry[]): string {
  return entries.reduce((before, { number, at, actor, event, hash }, place) => {
    const bytes = Buffer.concat([Buffer.from(before, 'hex'), Buffer.from(JSON.stringify([number, at, actor, event]), 'utf8')]);
    const link = createHash('sha256').update(bytes).digest('hex');
    if (number !== place + 1 || link !== hash) throw new Error(`The chain breaks at entry ${String(place + 1)}.`);
    return link;
  }, '0'.repeat(64));
}
