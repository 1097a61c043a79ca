import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import { expect as expectSoon, type Locator } from '@playwright/test';
import { runtimeEnvironment, runtimeSwitches, type ElectronRuntime } from '../../../scripts/electron-runtime.ts';
import { repositoryFolder } from '../../../scripts/runtime/repository.ts';
import { labs } from '../../../src/shared/datasets/labs.ts';
import { drawingProcesses, findGpuProcess, findProcess, kill, requireProcess } from '../../e2e/processes.ts';
import { childrenOf } from '../../e2e/system.ts';
import { answerSaveDialog, openCarrel, shownText, type Carrel, type Program } from '../../e2e/window.ts';
import { canaryAt, named } from './canaries.ts';
import type { CanaryCase } from './canary-case.ts';
import type { CanaryService } from './service.ts';
import { firstLabs } from './terminal.ts';
import { makeOlder, seekKeys } from './vault-keys.ts';

/** Milliseconds: only ends a step that hangs. */
const TIMEOUT_MS = 240_000;
const expect = expectSoon.configure({ timeout: TIMEOUT_MS });

function poll<T>(read: () => T | Promise<T>) {
  return expectSoon.poll(read, { timeout: TIMEOUT_MS });
}

/** An open window of the case, and whether all is done in it (the long form). */
interface Desk {
  readonly bench: CanaryCase;
  readonly service: CanaryService;
  readonly isLong: boolean;
  readonly carrel: Carrel;
  /** The main process. */
  readonly pid: number;
}

/** Does what a person does in the window and searches meanwhile; then crashes and ends it. `display`: the environment with a display. */
export async function searchWindow(
  bench: CanaryCase,
  service: CanaryService,
  runtime: ElectronRuntime,
  display: NodeJS.ProcessEnv,
  isLong: boolean,
): Promise<void> {
  const program = programOf(bench, runtime);
  const started: ChildProcess[] = [];
  const open = async (): Promise<Desk> => {
    const carrel = await openCarrel(bench.folders.data, { ...bench.env, ...display }, program);
    carrel.page.setDefaultTimeout(TIMEOUT_MS);
    const main = carrel.app.process();
    started.push(main);
    const { pid } = main;
    if (pid === undefined) throw new Error('The window has no process.');
    return { bench, service, isLong, carrel, pid };
  };
  try {
    await searchDesks(bench, open, isLong);
  } finally {
    // After a failure, a window may still be open.
    for (const main of started) main.kill('SIGKILL');
  }
}

async function searchDesks(bench: CanaryCase, open: () => Promise<Desk>, isLong: boolean): Promise<void> {
  await makeOlder(bench);
  let desk = await open();
  await bench.look('window: locked', desk.pid);
  await bench.during('window: migrating', desk.pid, () => unlock(desk));
  await lookAround(desk);
  await syncIn(desk);
  await saveFiles(desk);
  await lock(desk);
  await crashParts(desk);
  await closeOf(desk);
  if (isLong) {
    desk = await open();
    await unlock(desk);
    await renewKeys(desk);
    await closeOf(desk);
  }
  const ends: readonly (readonly [string, (carrel: Carrel, pid: number) => unknown])[] = [
    ['a crash', (_carrel, pid) => process.kill(pid, 'SIGSEGV')],
    ['a kill', (_carrel, pid) => process.kill(pid, 'SIGKILL')],
    ['an abort', ({ app }) => app.evaluate(() => process.abort()).catch(() => undefined)],
  ];
  for (const [phase, end] of isLong ? ends : ends.slice(0, 1)) {
    desk = await open();
    await unlock(desk, isLong ? bench.canaries.newPassphrase : bench.canaries.passphrase);
    await openLabs(desk);
    await endBy(desk, end);
    await bench.look(`window: after ${phase} of the main process`, null);
  }
}

/** The built application with dumps allowed, unless Carrel disables them; its working folder is one of the case's folders. */
function programOf({ folders }: CanaryCase, runtime: ElectronRuntime): Program {
  const start = join(folders.temporary, 'start');
  const limits = 'ulimit -c unlimited 2>/dev/null || ulimit -c "$(ulimit -H -c)"';
  writeFileSync(start, `#!/bin/sh\ncd '${folders.crashed}'\n${limits}\nexec '${runtime.executable}' "$@"\n`, { mode: 0o755 });
  return { executable: start, args: [...runtimeSwitches(), repositoryFolder], env: runtimeEnvironment(runtime) };
}

async function unlock({ bench, carrel }: Desk, passphrase = bench.canaries.passphrase): Promise<void> {
  await carrel.page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await carrel.page.getByRole('button', { name: 'Unlock' }).click();
  await expect(carrel.page.getByText('Ready for offline', { exact: true }).first()).toBeVisible();
}

function cardOf({ bench, carrel }: Pick<Desk, 'bench' | 'carrel'>): Locator {
  return carrel.page.getByRole('article', { name: `Study ${bench.canaries.study}` });
}

/** Opens the labs from the list of studies, or from the place that Carrel returned to. */
async function openLabs(desk: Desk): Promise<void> {
  const open = cardOf(desk).getByRole('button', { name: 'Open' });
  const places = placesOf(desk);
  await expect(open.or(places)).toBeVisible();
  if (!(await places.isVisible())) await open.click();
  await rail(desk, 'Labs');
  await expect(statusLine(desk)).toContainText(/[1-9][\d,]* rows/);
  await expect(firstRow(desk)).toContainText(desk.bench.canaries.field);
}

function statusLine({ carrel }: Desk): Locator {
  return carrel.page.getByRole('region', { name: 'Labs', exact: true }).locator('footer').first();
}

function firstRow({ carrel }: Desk): Locator {
  return carrel.page.locator('[role=row][row-index="0"]').first();
}

function placesOf({ carrel }: Desk): Locator {
  return carrel.page.getByRole('navigation', { name: 'Places of this study' });
}

async function rail(desk: Desk, place: string): Promise<void> {
  await placesOf(desk).getByRole('button', { name: place }).click();
}

/** Sorts, searches, filters, opens a record, copies and looks at the other places. */
async function lookAround(desk: Desk): Promise<void> {
  const { bench, carrel, pid } = desk;
  const { page } = carrel;
  await bench.during('window: opening a study', pid, () => openLabs(desk));
  await bench.during('window: sorting', pid, async () => {
    for (const column of ['Test', 'Visit']) {
      await page.getByRole('columnheader', { name: column, exact: true }).click();
      await page.getByRole('button', { name: 'Sort ascending' }).click();
      await page.getByRole('button', { name: 'Sort descending' }).click();
      await expect(page.getByRole('columnheader', { name: column, exact: true })).toHaveAttribute('aria-sort', 'descending');
      // The arrangement of columns is kept outside of the vault.
      await page.getByRole('button', { name: 'Pin', exact: true }).click();
    }
  });
  await bench.during('window: searching all text', pid, async () => {
    await page.getByLabel('Search all text').fill(canaryAt(bench.canaries, 1));
    await expect(statusLine(desk)).toContainText(/^[1-9][\d,]* of/);
  });
  await firstRow(desk).getByRole('gridcell').nth(4).dblclick();
  const inspector = page.getByRole('complementary', { name: 'Record: lab result' });
  await inspector.getByRole('tab', { name: 'Raw JSON' }).click();
  await expect(inspector.getByRole('tabpanel')).toContainText(bench.canaries.field);
  await bench.look('window: a record is open', pid);
  await inspector.getByRole('button', { name: 'Close the record' }).click();
  // The position of a cell depends on what is pinned, so it is found by its text.
  await firstRow(desk).getByRole('gridcell').filter({ hasText: bench.canaries.field }).first().click();
  await page.keyboard.press('Control+c');
  await poll(() => carrel.app.evaluate(({ clipboard }) => clipboard.readText())).toContain(bench.canaries.field);
  await bench.look('window: copied', pid);
  for (const place of ['Subjects', 'Medications', 'Vitals', 'Responses', 'Changes']) await rail(desk, place);
  await bench.look('window: other places', pid);
  await rail(desk, 'Labs');
}

async function lock(desk: Desk): Promise<void> {
  const { bench, carrel, pid } = desk;
  await carrel.page.keyboard.press('Control+l');
  await expect(carrel.page.getByRole('heading', { name: 'Carrel is locked' })).toBeVisible();
  await bench.look('window: locked again', pid);
  await unlock(desk);
  await openLabs(desk);
}

async function syncIn(desk: Desk): Promise<void> {
  const { bench, service, carrel, pid } = desk;
  const { page } = carrel;
  service.setRevision(1);
  const phase = 'window: syncing';
  await service.whileAsked(
    firstLabs,
    () => bench.look(phase, pid),
    () =>
      bench.during(phase, pid, async () => {
        await page.getByRole('button', { name: 'Sync', exact: true }).click();
        await expect(page.getByText(`${bench.canaries.study} is complete as of`)).toBeVisible();
      }),
  );
  await rail(desk, 'Changes');
  await expect(page.getByRole('row', { name: /changed: open/ }).first()).toBeVisible();
  await bench.look('window: changes', pid);
}

/** Exports, also with the exporter paused; then saves the files that must not contain any value. */
async function saveFiles(desk: Desk): Promise<void> {
  const { bench, carrel, pid } = desk;
  const { page } = carrel;
  const path = join(bench.folders.exports, 'window.csv');
  await answerSaveDialog(carrel, path);
  const request = {
    study: bench.canaries.study,
    parts: [
      {
        selection: { dataset: 'labs', where: [], search: '', subjects: null, chosen: null },
        sort: [{ column: 'test', descending: true }],
        columns: labs.columns.map(({ name }) => name),
      },
    ],
    vocabulary: 'plain',
    format: 'csv',
    delimiter: ',',
    zip: null,
    protection: null,
  };
  await bench.during('window: exporting', pid, async () => {
    const done = page.evaluate((asked) => window.carrel.call('export.start', { request: asked, suggestedName: 'labs.csv' }), request);
    const state = { ended: false };
    const noteEnd = (): void => {
      state.ended = true;
    };
    done.then(noteEnd, noteEnd);
    // A small export ends before it can be paused: then only the searches beside it count.
    while (!state.ended && !(await holdExporter(bench, carrel, pid))) await wait(20);
    expect(await done).toMatchObject({ ok: true });
  });
  expect(readFileSync(path, 'latin1')).toContain(bench.canaries.field);
  if (!desk.isLong) return;
  const calls = [
    ['audit.csv', 'audit.export', { format: 'csv' }],
    ['diagnostics.json', 'diagnostics.save', undefined],
    [
      'window.carrelpack',
      'pack.start',
      { study: bench.canaries.study, passphrase: bench.canaries.packPassphrase, expires: '2099-12-31', suggestedName: 'study' },
    ],
  ] as const;
  for (const [file, name, input] of calls) {
    await answerSaveDialog(carrel, join(bench.folders.exports, file));
    const saving = (): Promise<unknown> => page.evaluate(([call, given]) => window.carrel.call(call, given), [name, input] as const);
    expect(await bench.during('window: saving trail, diagnostics and a site pack', pid, saving)).toMatchObject({ ok: true });
    await bench.lookInto(`window: ${file}`, [file], file === 'audit.csv' ? named : []);
  }
}

/** Searches while the exporter is paused; false if there is none. */
async function holdExporter(bench: CanaryCase, carrel: Carrel, pid: number): Promise<boolean> {
  // Playwright sometimes loses an answer: it is asked again.
  const exporter = await findProcess(carrel, 'Carrel exporter').catch(() => null);
  if (exporter === null) return false;
  try {
    kill(exporter, 'SIGSTOP');
    await bench.look('window: exporting', pid);
    kill(exporter, 'SIGCONT');
  } catch (error: unknown) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
  return true;
}

/** Crashes the parts of Carrel that restart: the page, the engines, the GPU process. */
async function crashParts(desk: Desk): Promise<void> {
  const { bench, carrel, pid } = desk;
  for (const signal of desk.isLong ? (['SIGSEGV', 'SIGABRT'] as const) : (['SIGSEGV'] as const)) {
    const reader = await requireProcess(carrel, 'Carrel reader');
    kill(reader, signal);
    await poll(() => findProcess(carrel, 'Carrel reader')).not.toBe(reader);
    await requireProcess(carrel, 'Carrel reader');
    const writer = await requireProcess(carrel, 'Carrel writer');
    kill(writer, signal);
    await poll(() => findProcess(carrel, 'Carrel writer')).not.toBe(writer);
    await bench.look('window: after a crash of its engines', pid);
  }
  const gpu = await findGpuProcess(carrel);
  if (gpu !== null) {
    kill(gpu, 'SIGSEGV');
    await poll(() => findGpuProcess(carrel)).not.toBe(gpu);
    await bench.look('window: after a crash of the process that draws', pid);
  }
  const [drawing = 0] = await drawingProcesses(carrel);
  kill(drawing, 'SIGSEGV');
  await poll(() => shownText(carrel)).toContain(bench.canaries.study);
  await bench.look('window: after a crash of the page', pid);
}

async function renewKeys(desk: Desk): Promise<void> {
  const { bench, carrel, pid } = desk;
  const { page } = carrel;
  const change = { current: bench.canaries.passphrase, passphrase: bench.canaries.newPassphrase, keyStore: 'off', studies: true };
  const renew = (): Promise<unknown> => page.evaluate((input) => window.carrel.call('protection.change', input), change);
  expect(await bench.during('window: changing passphrase and keys', pid, renew)).toMatchObject({
    ok: true,
    value: { renewed: 1, error: null },
  });
  await seekKeys(bench, bench.canaries.newPassphrase);
  await bench.look('window: after new keys', pid);
}

async function closeOf({ bench, carrel }: Desk): Promise<void> {
  await carrel.close();
  await bench.look('window: after it was closed', null);
}

/** Ends the main process and waits until none of its child processes is left. */
async function endBy({ carrel, pid }: Desk, end: (carrel: Carrel, pid: number) => unknown): Promise<void> {
  const all = [pid, ...childrenOf(pid)];
  const gone = once(carrel.app.process(), 'exit');
  void end(carrel, pid);
  await gone;
  await poll(() => all.filter(isAlive)).toEqual([]);
}

function isAlive(pid: number): boolean {
  try {
    return !/^State:\tZ/m.test(readFileSync(`/proc/${String(pid)}/status`, 'utf8'));
  } catch {
    return false;
  }
}
