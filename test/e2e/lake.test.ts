import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, type Locator } from '@playwright/test';
import { askDuckDb } from '../unit/export/duckdb.ts';
import { expectAccessible } from './accessibility.ts';
import { openBench } from './bench.ts';
import { untilMirrored } from './steps.ts';
import { trailOf } from './trail.ts';
import { answerOpenDialog, expectQuiet } from './window.ts';

const STUDY = '22-001';

test.describe.configure({ mode: 'serial' });

test.describe('a lake written from the window', () => {
  const { folder, carrel } = openBench({ service: ['--studies', STUDY, '--subjects', '6'], data: 'data' });
  const at = (name: string): string => join(folder.path, name);
  const manifest = (lake: string): string => join(at(lake), '_carrel.json');
  const dialog = (): Locator => carrel.page.getByRole('dialog', { name: `Export ${STUDY}` });
  const write = (): Locator => dialog().getByRole('button', { name: 'Write the lake…' });

  async function open(): Promise<void> {
    await carrel.page.getByRole('button', { name: `More for ${STUDY}` }).click();
    await carrel.page.getByRole('menuitem', { name: 'Export the whole study…' }).click();
    await dialog().getByText('A lake', { exact: true }).click();
  }

  async function done(says: RegExp): Promise<void> {
    await expect(dialog().getByText(says)).toBeVisible();
    await dialog().getByRole('button', { name: 'Done' }).click();
    await expect(dialog()).toBeHidden();
  }

  /** Tries to write to a lake, and expects a refusal with this reason and an unchanged folder. */
  async function expectRefused(lake: string, says: string): Promise<void> {
    const before = await readdir(at(lake), { recursive: true });
    await open();
    await answerOpenDialog(carrel, at(lake));
    await write().click();
    await expect(dialog().getByRole('alert')).toContainText(`Nothing was written to ${at(lake)}`);
    await expect(dialog().getByRole('alert')).toContainText(says);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    expect(await readdir(at(lake), { recursive: true })).toEqual(before);
  }

  test.beforeAll(async () => {
    await untilMirrored(carrel.page);
  });

  test('is a whole study in a folder chosen in a dialog, without a choice of format', async () => {
    await open();
    await expect(dialog().getByRole('radiogroup', { name: 'Format' })).toBeHidden();
    await expect(dialog()).toContainText(/[\d,]+ rows of 5 datasets, of which only what is new to the lake/);
    await expectAccessible(carrel.page, 'Export of a lake');
    await answerOpenDialog(carrel, at('lake'));
    await write().click();
    await done(/^5 files with [\d,]+ rows, up to generation 1$/);
    const { rows } = await askDuckDb(
      `SELECT DISTINCT dataset FROM read_parquet('${at('lake')}/**/*.parquet', hive_partitioning = true, union_by_name = true) ORDER BY 1`,
    );
    expect(rows.flat()).toEqual(['labs', 'medications', 'responses', 'subjects', 'vitals']);
    const events = (await trailOf(carrel)).map(({ event }) => JSON.parse(event) as { readonly kind: string; readonly format?: string });
    // The newest first.
    expect(events.filter(({ format }) => format === 'parquet-lake').map(({ kind }) => kind)).toEqual(['export', 'export-begun']);
  });

  test('says that there is nothing new, and stays unchanged', async () => {
    const before = await readFile(manifest('lake'));
    await open();
    await answerOpenDialog(carrel, at('lake'));
    await write().click();
    await done(/^Nothing new: the lake is at generation 1$/);
    expect((await readFile(manifest('lake'))).equals(before)).toBe(true);
  });

  test('with pseudonyms names no subject, and refuses records without pseudonyms', async () => {
    await open();
    await dialog()
      .getByRole('switch', { name: /^Pseudonyms instead of subjects/ })
      .check();
    await expect(dialog().getByRole('region', { name: 'What leaves' })).toContainText('(pseudonym)');
    await expect(dialog().getByLabel('Passphrase of the zip')).toBeHidden();
    await answerOpenDialog(carrel, at('protected'));
    await write().click();
    await done(/^5 files with [\d,]+ rows/);
    const { rows } = await askDuckDb(
      `SELECT count(*)::INTEGER, count(*) FILTER (subject LIKE 'P-%')::INTEGER FROM read_parquet('${at('protected')}/study=*/dataset=labs/**/*.parquet')`,
    );
    expect(rows[0]?.[0]).toBe(rows[0]?.[1]);
    expect(JSON.parse(await readFile(manifest('protected'), 'utf8'))).toMatchObject({ recipient: 'default' });
    await expectRefused('protected', 'it was written with the pseudonyms for default');
  });

  test('is refused with the reason if its folder holds other files, another study or a changed lake', async () => {
    await mkdir(at('mine'));
    await writeFile(join(at('mine'), 'mine.txt'), 'mine');
    await expectRefused('mine', 'it holds "mine.txt", which does not belong to this lake');

    const written = await readFile(manifest('lake'), 'utf8');
    const change = (edit: (text: string) => string): Promise<void> => writeFile(manifest('lake'), edit(written));
    await change((text) =>
      text.replaceAll(`"study": "${STUDY}"`, '"study": "24-006"').replaceAll(`"study":"${STUDY}"`, '"study":"24-006"'),
    );
    await expectRefused('lake', 'it is the lake of study 24-006');
    await change((text) => text.replace(/"generation":( ?)1/, '"generation":$19'));
    await expectRefused('lake', 'it was written from another or a newer copy');
    await change((text) => text);
    const part = join(at('lake'), `study=${STUDY}/dataset=labs/generation=1/part-0.parquet`);
    const bytes = await readFile(part);
    await rm(part);
    await expectRefused('lake', 'its manifest does not match its files');
    await writeFile(part, bytes);
  });

  test('can still be written after its folder dialog is cancelled', async () => {
    await open();
    await carrel.app.evaluate(({ dialog: system }) => {
      system.showOpenDialog = () => Promise.resolve({ canceled: true, filePaths: [] });
    });
    await write().click();
    await expect(write()).toBeEnabled();
    await expect(dialog().getByRole('alert')).toHaveCount(0);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    expectQuiet(carrel);
  });
});
