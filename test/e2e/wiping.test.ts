import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Locator } from '@playwright/test';
import { DEMO_PASSPHRASE } from '../../scripts/sandbox-process.ts';
import { expectAccessible } from './accessibility.ts';
import { openBench } from './bench.ts';
import { closeToasts, lock, take, tryPassphrase, untilMirrored } from './steps.ts';
import { carrelCommand } from './terminal.ts';
import { expectQuiet } from './window.ts';

const KEPT = '22-001';
const WIPED = '23-014';
const NEW_PASSPHRASE = 'another four quiet desks';

test.describe.configure({ mode: 'serial' });

test.describe('passphrases across starts, and wiping', () => {
  const { folder, carrel, reopen } = openBench({ service: ['--subjects', '4', '--studies', `${KEPT},${WIPED}`], data: 'data' });
  /** Key files saved before the passphrase is changed, and before everything is wiped. */
  let saved: string;

  test.beforeAll(async () => {
    saved = join(folder.path, 'saved');
    mkdirSync(saved);
    for (const study of [KEPT, WIPED]) await untilMirrored(card(study));
  });

  test('the delay after wrong passphrases grows and survives a restart, and the trail counts them', async () => {
    await lock(carrel.page);
    for (let tries = 1; tries <= 4; tries += 1) {
      await expect(unlockButton()).toHaveText('Unlock');
      await tryPassphrase(carrel.page, `wrong number ${String(tries)}`);
      await expect(carrel.page.getByRole('alert')).toContainText(tries < 3 ? 'Try again' : `Wait ${tries === 3 ? '5' : '10'} seconds`);
    }
    const path = join(carrel.dataDir, 'tries.json');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ failures: 4 });
    await carrel.close();
    // As if five more had just been tried: that delay is longer than any slow start.
    writeFileSync(path, JSON.stringify({ failures: 9, last: Date.now() }));
    await reopen();
    await expect(unlockButton()).toHaveText(/^Try again in [123]?\d\d s$/);
    await carrel.page.getByLabel('Passphrase', { exact: true }).fill(DEMO_PASSPHRASE);
    await expect(unlockButton()).toBeDisabled();
    // The call behind the button is refused too, whatever the page does.
    const early = await carrel.page.evaluate((passphrase) => window.carrel.call('vault.unlock', { passphrase }), DEMO_PASSPHRASE);
    expect(early).toMatchObject({ ok: false, error: { code: 'LOCKED' } });
    writeFileSync(path, JSON.stringify({ failures: 4, last: Date.now() - 11_000 }));
    await carrel.page.reload();
    await expect(unlockButton()).toHaveText('Unlock');
    await tryPassphrase(carrel.page);
    await expect(card(KEPT)).toBeVisible();
    await take(carrel.page, 'Settings, audit trail');
    await expect(carrel.page.getByText(/^4 wrong passphrases were entered, last at 20/)).toBeVisible();
  });

  test('a changed passphrase opens after a restart; the old one and a saved key file open nothing', async () => {
    copyFileSync(join(carrel.dataDir, 'keys.json'), join(saved, 'keys.json'));
    await take(carrel.page, 'Settings, security');
    const dialog = carrel.page.getByRole('dialog', { name: 'Change the passphrase' });
    await carrel.page.getByRole('button', { name: 'Change', exact: true }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await carrel.page.getByRole('button', { name: 'Change', exact: true }).click();
    await dialog.getByLabel('Current passphrase').fill('not the passphrase');
    await dialog.getByLabel('New passphrase').fill(NEW_PASSPHRASE);
    await dialog.getByLabel('Repeat passphrase').fill(`${NEW_PASSPHRASE}.`);
    await expect(dialog).toContainText('The two do not match yet');
    await dialog.getByLabel('Repeat passphrase').fill(NEW_PASSPHRASE);
    await dialog.getByRole('button', { name: 'Change the passphrase' }).click();
    await expect(dialog.getByRole('alert')).toContainText('does not open this vault');
    await dialog.getByLabel('Current passphrase').fill(DEMO_PASSPHRASE);
    await dialog.getByRole('button', { name: 'Change the passphrase' }).click();
    await expect(carrel.page.getByText('The passphrase is changed')).toBeVisible();
    await carrel.close();
    await reopen();
    await tryPassphrase(carrel.page, DEMO_PASSPHRASE);
    await expect(carrel.page.getByRole('alert')).toContainText('does not open this vault');
    const present = readFileSync(join(carrel.dataDir, 'keys.json'));
    copyFileSync(join(saved, 'keys.json'), join(carrel.dataDir, 'keys.json'));
    for (const [passphrase, said] of [
      [DEMO_PASSPHRASE, 'the vault here was created with another key'],
      [NEW_PASSPHRASE, 'does not open this vault'],
    ] as const) {
      await carrel.page.reload();
      await tryPassphrase(carrel.page, passphrase);
      await expect(carrel.page.getByRole('alert')).toContainText(said);
      await expect(card(KEPT)).toBeHidden();
    }
    writeFileSync(join(carrel.dataDir, 'keys.json'), present);
    await carrel.page.reload();
    await tryPassphrase(carrel.page, NEW_PASSPHRASE);
    await expect(card(KEPT)).toBeVisible();
  });

  test('a study is wiped once its number is typed: its file is gone, and the other study and the trail stay', async () => {
    const { page } = carrel;
    const before = studyFiles();
    await page.getByRole('button', { name: `More for ${WIPED}` }).click();
    await page.getByRole('menuitem', { name: 'Wipe this study' }).click();
    const dialog = page.getByRole('dialog', { name: `Wipe ${WIPED}` });
    const wipe = dialog.getByRole('button', { name: `Wipe ${WIPED}` });
    await expectAccessible(page, 'wipe a study', '[role=dialog]');
    for (const typed of ['', KEPT, `${WIPED} `]) {
      await dialog.getByRole('textbox').fill(typed);
      await expect(wipe).toBeDisabled();
    }
    await dialog.getByRole('textbox').fill(WIPED);
    await wipe.click();
    await expect(card(WIPED)).toBeHidden();
    await expect(page.getByText(`${WIPED} is wiped`)).toBeVisible();
    await closeToasts(page);
    expect(before).toHaveLength(2);
    expect(studyFiles()).toHaveLength(1);
    expect(before).toContain(studyFiles()[0]);
    await card(KEPT).getByRole('button', { name: 'Open' }).click();
    await page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name: /^Labs/ }).click();
    await expect(page.getByRole('region', { name: 'Labs' }).locator('footer').first()).toHaveText(/^[\d,]+ rows/);
    await take(page, 'Settings, audit trail');
    await expect(page.getByText(`Wiped ${WIPED}`)).toBeVisible();
    await expect(page.getByText(`Synced ${WIPED}: OK`)).toBeVisible();
    expectQuiet(carrel);
    const found = await carrelCommand(carrel.dataDir, NEW_PASSPHRASE, ['verify']);
    expect(found.at(-1)).toMatchObject({ code: 0, findings: [] });
  });

  test('everything is wiped once the words are typed: only foreign files stay, and a saved key file finds no study', async () => {
    const { page } = carrel;
    copyFileSync(join(carrel.dataDir, 'keys.json'), join(saved, 'newest-keys.json'));
    writeFileSync(join(carrel.dataDir, 'notes of somebody.txt'), 'mine');
    await take(page, 'Settings, security');
    await page.getByRole('button', { name: 'Wipe everything…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Wipe everything' });
    const wipe = dialog.getByRole('button', { name: 'Wipe everything' });
    await expectAccessible(page, 'wipe everything', '[role=dialog]');
    await expect(wipe).toBeDisabled();
    await dialog.getByRole('textbox').fill('wipe everything!');
    await expect(wipe).toBeDisabled();
    await dialog.getByRole('textbox').fill('wipe everything');
    await wipe.click();
    await expect(page.getByRole('heading', { name: 'Connect to your service' })).toBeVisible();
    // A running window keeps its own state, and starts a new log.
    expect(readdirSync(carrel.dataDir).filter((name) => !['window', 'log'].includes(name))).toEqual(['notes of somebody.txt']);
    await carrel.close();
    expect(readdirSync(carrel.dataDir)).toEqual(['notes of somebody.txt']);
    expect(readFileSync(join(carrel.dataDir, 'notes of somebody.txt'), 'utf8')).toBe('mine');
    copyFileSync(join(saved, 'newest-keys.json'), join(carrel.dataDir, 'keys.json'));
    await reopen();
    await tryPassphrase(carrel.page, NEW_PASSPHRASE);
    await expect(carrel.page.getByRole('heading', { name: 'Connect to your service' })).toBeVisible();
    const [left, trail] = await carrel.page.evaluate(async () => [
      await window.carrel.call('app.state', undefined),
      await window.carrel.call('audit.list', {
        filter: { group: null, study: null, since: null, until: null, text: '' },
        offset: 0,
        limit: 10,
      }),
    ]);
    expect(left).toMatchObject({ ok: true, value: { connection: null } });
    expect(trail).toMatchObject({ ok: true, value: { of: 1, studies: [], entries: [{ says: 'Unlocked with the passphrase' }] } });
  });

  function card(study: string): Locator {
    return carrel.page.getByRole('article', { name: `Study ${study}` });
  }

  function unlockButton(): Locator {
    return carrel.page.locator('button[type=submit]');
  }

  function studyFiles(): readonly string[] {
    return readdirSync(join(carrel.dataDir, 'studies')).filter((name) => name.endsWith('.db'));
  }
});
