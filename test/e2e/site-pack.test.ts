import { readFileSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Locator } from '@playwright/test';
import { DEMO_PASSPHRASE } from '../../scripts/sandbox-process.ts';
import { dayAfter } from '../../src/shared/site-pack.ts';
import { expectAccessible } from './accessibility.ts';
import { openBench } from './bench.ts';
import { allLabs } from './requests.ts';
import { beforeTheName, holdPackers, letPackersRun, releasePacker } from './packers.ts';
import { findProcess } from './processes.ts';
import { take, untilMirrored } from './steps.ts';
import { setRevision } from './service.ts';
import { carrelCommand } from './terminal.ts';
import { packsIn } from './trail.ts';
import { answerOpenDialog, answerSaveDialog, expectQuiet } from './window.ts';

const STUDY = '22-001';
const PACK_PASSPHRASE = 'told over the telephone';
const SITE_PASSPHRASE = 'four desks at the site';
const usualDay = dayAfter(new Date(), 14);

test.describe.configure({ mode: 'serial' });

test.describe('a site pack from one laptop to another', () => {
  const bench = openBench({ service: ['--studies', STUDY, '--subjects', '12'], data: 'first' });
  const { folder, service, carrel } = bench;
  let firstDir: string;
  let secondDir: string;
  let file: string;

  test.beforeAll(async () => {
    [firstDir, secondDir] = [join(folder.path, 'first'), join(folder.path, 'second')];
    file = join(folder.path, 'stick.carrelpack');
  });

  test('the offline check finds a fresh copy ready, and is copied as text', async () => {
    const { page } = carrel;
    await untilMirrored(card());
    await page.getByRole('button', { name: 'Offline check' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ready for offline?' });
    await expect(dialog.getByRole('region', { name: 'Studies' })).toContainText(`${STUDY} Ready`);
    const computer = dialog.getByRole('region', { name: 'This computer' });
    await expect(computer).toContainText('Key Ready');
    await expect(computer).toContainText('Lock Ready');
    await expect(computer).toContainText('Writing Ready');
    await expect(computer).toContainText(/Disk space (Ready|Attention)[\d.]+ [KMGT]B are free/);
    await expectAccessible(page, 'readiness', '[role=dialog]');
    await dialog.getByRole('button', { name: 'Copy as text' }).click();
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
    const copied = await carrel.app.evaluate(({ clipboard }) => clipboard.readText());
    expect(copied).toMatch(/^Carrel, \d+ \w+ \d{4}, \d\d:\d\d: Ready/);
    expect(copied).toContain(`[Ready] ${STUDY}: Complete as of`);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog).toBeHidden();
  });

  test('packing requires its own passphrase and a last day in the future, and writes an encrypted file', async () => {
    const { page } = carrel;
    const dialog = await openPacking();
    await expectAccessible(page, 'pack for a site', '[role=dialog]');
    const pack = dialog.getByRole('button', { name: 'Pack', exact: true });
    await expect(dialog.getByLabel('Last day')).toHaveValue(usualDay);
    await expect(dialog).toContainText('14 days from now');
    await expect(pack).toBeDisabled();
    // An easily guessed passphrase requires a confirmation.
    const meant = dialog.getByLabel('To use it anyway, type “easily guessed”');
    for (const field of ['Passphrase of the pack', 'Repeat passphrase']) await dialog.getByLabel(field).fill('passwordpassword');
    await meant.fill('easily');
    await expect(pack).toBeDisabled();
    await expectAccessible(page, 'pack under a weak passphrase', '[role=dialog]');
    await meant.fill('easily guessed');
    await expect(pack).toBeEnabled();
    await dialog.getByLabel('Passphrase of the pack').fill(PACK_PASSPHRASE);
    await expect(meant).toBeHidden();
    await dialog.getByLabel('Repeat passphrase').fill('another');
    await expect(pack).toBeDisabled();
    await dialog.getByLabel('Repeat passphrase').fill(PACK_PASSPHRASE);
    await dialog.getByLabel('Last day').fill(dayAfter(new Date(), -1));
    await expect(dialog).toContainText('That day is in the past.');
    await expect(pack).toBeDisabled();
    await dialog.getByLabel('Last day').fill(usualDay);
    // No file is chosen: back to the form, without an entry in the trail.
    await answerSaveDialog(carrel, null);
    await pack.click();
    await expect(pack).toBeEnabled();
    await answerSaveDialog(carrel, file);
    await pack.click();
    await expect(dialog.getByText(`${STUDY} is packed`)).toBeVisible({ timeout: 60_000 });
    await expect(dialog).toContainText('stick.carrelpack');
    await expect(dialog).toContainText('Send the passphrase separately from the file');
    await expectAccessible(page, 'packed', '[role=dialog]');
    await dialog.getByRole('button', { name: 'Done' }).click();
    const bytes = readFileSync(file);
    expect(bytes.toString('latin1', 0, 16)).toBe('carrel-site-pack');
    expect(bytes.toString('latin1')).not.toContain(STUDY);
  });

  test('the trail of the first laptop records the packing once, with its last day', async () => {
    await trail();
    await expect(carrel.page.getByText(`Packed ${STUDY}, last day ${usualDay}`)).toBeVisible();
    await expect(carrel.page.getByText(`Started to pack ${STUDY}, last day ${usualDay}`)).toHaveCount(1);
  });

  test('a packing that fails or is killed before its file has its name is recorded as having written none', async () => {
    const { page } = carrel;
    await goToStudies();
    for (const [name, what, outcome] of [
      ['taken.carrelpack', 'take the name', 'EXPORT'],
      ['killed.carrelpack', 'kill', 'INTERRUPTED'],
    ] as const) {
      await beforeTheName(carrel, what, join(folder.path, name));
      const dialog = await packInto(name);
      await expect(dialog.getByRole('alert')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect
        .poll(() => packsIn(carrel, 3))
        .toMatchObject([
          { kind: 'pack-begun', study: STUDY },
          { kind: 'pack', study: STUDY },
          { kind: 'pack-failed', study: STUDY, outcome },
        ]);
    }
    rmdirSync(join(folder.path, 'taken.carrelpack'));
    await beforeTheName(carrel, 'nothing', '');
    // The partial file of the killed packer is gone as well.
    await expect.poll(parts).toEqual([]);
    await trail();
    await expect(page.getByText(`No file was written by the packing of ${STUDY}, last day ${usualDay}: EXPORT`)).toHaveCount(1);
    await expect(page.getByText(`No file was written by the packing of ${STUDY}, last day ${usualDay}: interrupted`)).toHaveCount(1);
  });

  test('a cancelled packing leaves no file and returns to the form', async () => {
    await goToStudies();
    await holdPackers(carrel);
    const dialog = await packInto('cancelled.carrelpack');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await releasePacker(carrel);
    await expect(dialog.getByRole('button', { name: 'Pack', exact: true })).toBeEnabled();
    expect(readdirSync(folder.path).filter((name) => name.startsWith('cancelled'))).toEqual([]);
    expect(await packsIn(carrel, 2)).toMatchObject([{ kind: 'pack-begun' }, { kind: 'pack-failed', outcome: 'CANCELLED' }]);
    await carrel.page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  test('a packing survives a reload of the window, which then reports its result', async () => {
    const { page } = carrel;
    await packInto('reloaded.carrelpack');
    await page.reload();
    const resumed = page.getByRole('dialog', { name: 'A site pack is being made' });
    await expect(resumed).toBeVisible();
    await expectAccessible(page, 'packing, resumed', '[role=dialog]');
    await releasePacker(carrel);
    await expect(page.getByRole('status').filter({ hasText: `${STUDY} is packed` })).toContainText('reloaded.carrelpack');
    await expect(resumed).toBeHidden();
    expect(readdirSync(folder.path)).toContain('reloaded.carrelpack');
  });

  test('a lock during a packing leaves no file', async () => {
    const { page } = carrel;
    await packInto('locked.carrelpack');
    await page.keyboard.press('Control+l');
    // The packer is paused and cannot end by itself: the lock ends it.
    await expect(page.getByRole('heading', { name: 'Carrel is locked' })).toBeVisible();
    await expect.poll(() => findProcess(carrel, 'Carrel packer')).toBeNull();
    await unlock(DEMO_PASSPHRASE);
    expect(readdirSync(folder.path).filter((name) => name.startsWith('locked'))).toEqual([]);
    await expect.poll(() => packsIn(carrel, 2)).toMatchObject([{ kind: 'pack-begun' }, { kind: 'pack-failed' }]);
    await expect.poll(parts).toEqual([]);
    expect(readdirSync(join(firstDir, 'studies')).filter((name) => name.includes('.pack-'))).toEqual([]);
    await letPackersRun(carrel);
  });

  test('packing asks for the passphrase of the vault if exports do, and writes nothing if it is wrong', async () => {
    const { page } = carrel;
    const asks = (change: object, passphrase: string | null) =>
      page.evaluate((input) => window.carrel.call('security.set', input), { change, passphrase });
    expect(await asks({ askBeforeExport: true }, null)).toMatchObject({ ok: true });
    await goToStudies();
    const other = join(folder.path, 'other.carrelpack');
    await answerSaveDialog(carrel, other);
    const dialog = await openPacking();
    await dialog.getByLabel('Passphrase of the pack').fill(PACK_PASSPHRASE);
    await dialog.getByLabel('Repeat passphrase').fill(PACK_PASSPHRASE);
    await dialog.getByLabel('Passphrase of this computer’s copy').fill('a wrong one');
    await dialog.getByRole('button', { name: 'Pack', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText('does not open this vault');
    expect(() => readFileSync(other)).toThrow();
    await page.keyboard.press('Escape');
    expect(await asks({ askBeforeExport: false }, DEMO_PASSPHRASE)).toMatchObject({ ok: true });
  });

  test('a sync that ends while the file is chosen does not prevent the packing', async () => {
    await goToStudies();
    const path = join(folder.path, 'newer-than-asked.carrelpack');
    // The dialog stays open until the sync has ended.
    await carrel.app.evaluate(({ app, dialog }, filePath) => {
      dialog.showSaveDialog = () =>
        new Promise((answer) => {
          app.once('place-chosen' as 'will-quit', () => {
            answer({ canceled: false, filePath });
          });
        });
    }, path);
    const dialog = await openPacking();
    await dialog.getByLabel('Passphrase of the pack').fill(PACK_PASSPHRASE);
    await dialog.getByLabel('Repeat passphrase').fill(PACK_PASSPHRASE);
    await dialog.getByRole('button', { name: 'Pack', exact: true }).click();
    await setRevision(service.baseUrl, 1);
    const synced = await carrelCommand(firstDir, DEMO_PASSPHRASE, ['sync', STUDY]);
    expect(synced.at(-1)).toMatchObject({ code: 0 });
    await carrel.app.evaluate(({ app }) => app.emit('place-chosen'));
    await expect(dialog.getByText(`${STUDY} is packed`)).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect(readFileSync(path).length).toBeGreaterThan(0);
  });

  test('the laptop that packed the study refuses its own pack, because the study is mirrored there', async () => {
    await setRevision(service.baseUrl, 1);
    await card().getByRole('button', { name: 'Sync', exact: true }).click();
    await expect(carrel.page.getByText(`${STUDY} is complete as of`, { exact: false }).first()).toBeVisible({ timeout: 90_000 });
    const dialog = await lookInto(file, PACK_PASSPHRASE);
    await expect(dialog.getByRole('alert')).toContainText(`${STUDY} is mirrored on this computer already`);
    await expect(dialog.getByRole('button', { name: 'Import' })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await expect(dialog).toBeHidden();
    expectQuiet(carrel);
  });

  test('a laptop without a service distinguishes a wrong passphrase from damage, and creates no vault for either', async () => {
    await reopen(secondDir, {});
    const { page } = carrel;
    await expect(page.getByRole('heading', { name: 'Connect to your service' })).toBeVisible();
    await page.getByRole('button', { name: 'Open a site pack' }).click();
    const dialog = page.getByRole('dialog', { name: 'Open a site pack' });
    await expectAccessible(page, 'open a site pack', '[role=dialog]');
    const damaged = join(folder.path, 'damaged.carrelpack');
    writeFileSync(damaged, Buffer.concat([readFileSync(file).subarray(0, 60), Buffer.alloc(5000, 7)]));
    await choose(dialog, damaged);
    await dialog.getByLabel('Passphrase of the pack').fill(PACK_PASSPHRASE);
    await dialog.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText('This file is not a site pack, or it is damaged');
    await choose(dialog, file);
    await dialog.getByLabel('Passphrase of the pack').fill('a wrong one');
    await dialog.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText('The passphrase is not the passphrase of this site pack');
    expect(await page.evaluate(() => window.carrel.call('app.state', undefined))).toMatchObject({ value: { phase: 'first-run' } });
  });

  test('the pack is described before its import, which creates a vault with a passphrase of its own', async () => {
    const { page } = carrel;
    const dialog = page.getByRole('dialog', { name: 'Open a site pack' });
    await dialog.getByLabel('Passphrase of the pack').fill(PACK_PASSPHRASE);
    await dialog.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(dialog.getByRole('heading', { name: STUDY })).toBeVisible();
    await expect(dialog).toContainText('Complete as of');
    await expect(dialog).toContainText('14 days from now');
    await expectAccessible(page, 'found', '[role=dialog]');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Passphrase', { exact: true }).fill(SITE_PASSPHRASE);
    await page.getByLabel('Repeat passphrase').fill(SITE_PASSPHRASE);
    await page.getByRole('button', { name: 'Import the study' }).click();
    await expect(card()).toContainText('Came in a site pack of', { timeout: 60_000 });
    await untilMirrored(card());
    await expect(card().getByRole('button', { name: 'Sync', exact: true })).toBeDisabled();
    await expect(page.getByText('No service is set up')).toBeVisible();
    await expectAccessible(page, 'studies without a service');
  });

  test('the imported study is read without a service, and its stamp names the last day', async () => {
    const { page } = carrel;
    await card().getByRole('button', { name: 'Open' }).click();
    await page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name: /^Labs/ }).click();
    await expect(page.getByRole('region', { name: 'Labs', exact: true }).locator('footer').first()).toHaveText(/^[\d,]+ rows/);
    await expect(page.getByText(/^Site pack until/)).toBeVisible();
    await expectAccessible(page, 'a study out of a pack');
    await goToStudies();
    const dialog = await readiness();
    await expect(dialog.getByRole('region', { name: 'Studies' })).toContainText(`${STUDY} Ready`);
    await expect(dialog.getByRole('region', { name: 'Studies' })).toContainText('Came in a site pack');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  test('the same pack is not imported twice, and the study cannot be packed beyond its own last day', async () => {
    const dialog = await lookInto(file, PACK_PASSPHRASE);
    await expect(dialog).toContainText('The same copy is already here, with the same or a later last day');
    await expect(dialog.getByRole('button', { name: 'Import' })).toHaveCount(0);
    await carrel.page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    const packing = await openPacking();
    await packing.getByLabel('Last day').fill(dayAfter(new Date(), 30));
    await expect(packing).toContainText('cannot stay open longer');
    await carrel.page.keyboard.press('Escape');
    await expect(packing).toBeHidden();
  });

  test('the trail of the second laptop records the import, and its chain is intact', async () => {
    await trail();
    await expect(carrel.page.getByText(`Unpacked ${STUDY}`)).toBeVisible();
    const found = await carrelCommand(secondDir, SITE_PASSPHRASE, ['verify']);
    expect(found.at(-1)).toMatchObject({ code: 0, findings: [] });
    await goToStudies();
  });

  test('after its last day, nothing is shown or exported even if the clock is set back, and the card says what to do', async () => {
    const { page } = carrel;
    await shiftClock(20);
    await lockAndUnlock();
    await expect(card()).toContainText('Its site pack expired with');
    await expect(card()).toContainText('Nothing was deleted. Sync the study with a connection, open a newer pack, or wipe it.');
    await expect(card().getByText('Not ready for offline')).toBeVisible();
    await expect(card().getByRole('button', { name: 'Open', exact: true })).toBeDisabled();
    await expectAccessible(page, 'an expired pack');
    // The clock is set back, but the trail knows the later time.
    await shiftClock(0);
    await lockAndUnlock();
    await expect(card()).toContainText('Its site pack expired with');
    const path = join(folder.path, 'no.csv');
    await answerSaveDialog(carrel, path);
    const exported = await page.evaluate(
      (request) => window.carrel.call('export.start', { request, suggestedName: 'labs.csv' }),
      allLabs(STUDY),
    );
    expect(exported).toMatchObject({ ok: false, error: { code: 'FORBIDDEN' } });
    expect(() => readFileSync(path)).toThrow();
    await card()
      .getByRole('button', { name: `More for ${STUDY}` })
      .click();
    await expect(page.getByRole('menuitem', { name: 'Pack for a site…' })).toBeDisabled();
    await page.keyboard.press('Escape');
    const dialog = await readiness();
    await expect(dialog).toContainText('Not ready for offline');
    await expect(dialog.getByRole('region', { name: 'Studies' })).toContainText('Its site pack expired with');
    await expectAccessible(page, 'readiness, not ready', '[role=dialog]');
    await dialog.getByRole('button', { name: 'Open a site pack' }).click();
    await expect(dialog).toBeHidden();
  });

  test('the expired pack is refused, and a newer one opens the study again', async () => {
    const { page } = carrel;
    const dialog = page.getByRole('dialog', { name: 'Open a site pack' });
    await choose(dialog, file);
    await dialog.getByLabel('Passphrase of the pack').fill(PACK_PASSPHRASE);
    await dialog.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText(`The site pack of ${STUDY} expired`);
    const newer = join(folder.path, 'newer.carrelpack');
    await carrelCommand(firstDir, DEMO_PASSPHRASE, ['pack', STUDY, '--out', newer, '--expires', dayAfter(new Date(), 60)], {
      CARREL_PACK_PASSPHRASE: PACK_PASSPHRASE,
    });
    await choose(dialog, newer);
    await dialog.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(dialog).toContainText('The older copy here will be set aside');
    await dialog.getByRole('button', { name: 'Import' }).click();
    await expect(dialog.getByRole('status')).toContainText(`${STUDY} was updated to the newer copy`, { timeout: 60_000 });
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(card()).toContainText('Came in a site pack of');
    await untilMirrored(card());
    await expect(page.getByRole('article')).toHaveCount(1);
  });

  test('once connected and synced, the study is an ordinary mirror without a last day', async () => {
    const { page } = carrel;
    await page.getByRole('button', { name: 'Connect to a service' }).click();
    await expect(page.getByRole('heading', { name: 'Connect to your service' })).toBeVisible();
    await expectAccessible(page, 'connect later');
    const { baseUrl, partnerId, clientId, clientSecret } = service;
    for (const [label, value] of [
      ['Service address', baseUrl],
      ['Partner id', partnerId],
      ['Client id', clientId],
      ['Client secret', clientSecret],
      ['Study number', STUDY],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByRole('button', { name: 'Save and sync' }).click();
    await expect(card()).toBeVisible();
    await expect(card()).not.toContainText('site pack', { timeout: 90_000 });
    await untilMirrored(card());
  });

  test('the window reports no error and requests only its own files', () => {
    expectQuiet(carrel);
  });

  function card(): Locator {
    return carrel.page.getByRole('article', { name: `Study ${STUDY}` });
  }

  async function openPacking(): Promise<Locator> {
    const { page } = carrel;
    await card()
      .getByRole('button', { name: `More for ${STUDY}` })
      .click();
    await page.getByRole('menuitem', { name: 'Pack for a site…' }).click();
    const dialog = page.getByRole('dialog', { name: `Pack ${STUDY} for a site` });
    await expect(dialog).toBeVisible();
    return dialog;
  }

  /** Starts to pack into the test's folder; a paused packer has not read anything yet. */
  async function packInto(name: string): Promise<Locator> {
    await answerSaveDialog(carrel, join(folder.path, name));
    const dialog = await openPacking();
    await dialog.getByLabel('Passphrase of the pack').fill(PACK_PASSPHRASE);
    await dialog.getByLabel('Repeat passphrase').fill(PACK_PASSPHRASE);
    await dialog.getByRole('button', { name: 'Pack', exact: true }).click();
    await expect.poll(() => findProcess(carrel, 'Carrel packer')).not.toBeNull();
    return dialog;
  }

  function parts(): readonly string[] {
    return readdirSync(folder.path).filter((name) => name.endsWith('.part'));
  }

  async function choose(dialog: Locator, path: string): Promise<void> {
    await answerOpenDialog(carrel, path);
    await dialog.getByRole('button', { name: /^Choose/ }).click();
    await expect(dialog).toContainText(path.slice(path.lastIndexOf('/') + 1));
  }

  async function lookInto(path: string, passphrase: string): Promise<Locator> {
    await carrel.page.getByRole('button', { name: 'Open a site pack…' }).click();
    const dialog = carrel.page.getByRole('dialog', { name: 'Open a site pack' });
    await choose(dialog, path);
    await dialog.getByLabel('Passphrase of the pack').fill(passphrase);
    await dialog.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(dialog.getByRole('heading', { name: STUDY })).toBeVisible();
    return dialog;
  }

  async function readiness(): Promise<Locator> {
    const { page } = carrel;
    await take(page, 'Ready for offline');
    const dialog = page.getByRole('dialog', { name: 'Ready for offline?' });
    await expect(dialog.getByRole('region', { name: 'This computer' })).toBeVisible();
    return dialog;
  }

  async function trail(): Promise<void> {
    const { page } = carrel;
    await take(page, 'Settings, about');
    await page.getByRole('button', { name: 'Audit trail', exact: true }).click();
  }

  async function goToStudies(): Promise<void> {
    const { page } = carrel;
    await take(page, 'All studies');
    await expect(page.getByRole('heading', { name: 'Studies', exact: true })).toBeVisible();
  }

  async function reopen(dataDir: string, environment: NodeJS.ProcessEnv): Promise<void> {
    await carrel.close();
    await bench.reopen({ CARREL_PASSPHRASE: '', CARREL_DEMO_CLIENT_SECRET: '', ...environment }, dataDir);
  }

  async function lockAndUnlock(): Promise<void> {
    await carrel.page.keyboard.press('Control+l');
    await unlock(SITE_PASSPHRASE);
  }

  async function unlock(passphrase: string): Promise<void> {
    await carrel.page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
    await carrel.page.getByRole('button', { name: 'Unlock' }).click();
    await expect(card()).toBeVisible();
  }

  /** Sets the main process's clock this many days ahead; 0 resets it. */
  async function shiftClock(days: number): Promise<void> {
    await carrel.app.evaluate((_electron, ahead) => {
      const world = globalThis as typeof globalThis & { RealDate?: DateConstructor };
      const Real = (world.RealDate ??= Date);
      class Shifted extends Real {
        constructor(...given: readonly [] | readonly [number | string]) {
          super(...((given.length === 0 ? [Real.now() + ahead] : given) as [number]));
        }
        static override now(): number {
          return Real.now() + ahead;
        }
      }
      world.Date = Shifted as unknown as DateConstructor;
    }, days * 86_400_000);
  }
});
