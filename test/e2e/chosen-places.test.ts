import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { siteHandOver } from '../../src/shared/export-preset.ts';
import { openBench } from './bench.ts';
import { allLabs } from './requests.ts';
import { untilMirrored } from './steps.ts';
import { trailOf } from './trail.ts';
import { answerSaveDialog } from './window.ts';

const STUDY = '22-001';

const highPotassium = {
  id: 'potassium-above-6',
  title: 'Potassium above 6',
  says: '',
  severity: 'critical',
  source: 'Protocol 6.3',
  dataset: 'labs',
  where: [{ column: 'result_number', op: '>', values: ['6'] }],
  finds: [{ result_number: 6.1 }],
  leaves: [{ result_number: 6 }],
};

test.describe.configure({ mode: 'serial' });

test.describe('files are written only where a dialog of main says', () => {
  const { folder, carrel } = openBench({ service: ['--studies', STUDY, '--subjects', '4'], data: 'data' });
  /** Where the page asks for its files, and where the dialogs put them. */
  let wanted: string;
  let chosen: string;

  test.beforeAll(async () => {
    [wanted, chosen] = [join(folder.path, 'wanted'), join(folder.path, 'chosen')];
    for (const each of [wanted, chosen]) mkdirSync(each);
    const card = carrel.page.getByRole('article', { name: `Study ${STUDY}` });
    await untilMirrored(card);
  });

  test('a path in the input of a saving call is refused without showing a dialog', async () => {
    const path = join(wanted, 'synthetic.csv');
    await carrel.app.evaluate(({ dialog }) => {
      dialog.showSaveDialog = () => Promise.reject(new Error('a dialog was shown'));
    });
    for (const [name, input] of Object.entries(savingCalls('labs.csv')))
      for (const place of ['path', 'filePath', 'folder', 'file', 'out'])
        expect(await call(name, { ...input, [place]: path }), `${name} with ${place}`).toMatchObject({
          ok: false,
          error: { code: 'USAGE' },
        });
    expect(await call('presets.write', { ...siteHandOver, path })).toMatchObject({ ok: false, error: { code: 'USAGE' } });
    const hidden = { ...savingCalls('labs.csv')['export.start'], request: { ...exportRequest, path } };
    expect(await call('export.start', hidden)).toMatchObject({ ok: false, error: { code: 'USAGE' } });
    for (const name of ['certificates.choose', 'pack.choose', 'presets.read', 'diagnostics.save', 'export.show'])
      expect(await call(name, { path }), name).toMatchObject({ ok: false, error: { code: 'USAGE' } });
    expect([...readdirSync(wanted), ...readdirSync(chosen)]).toEqual([]);
  });

  test('a suggested path is reduced to a name in the downloads folder, and the file is written where the dialog says', async () => {
    const downloads = await carrel.app.evaluate(({ app }) => app.getPath('downloads'));
    const names = [join(wanted, 'a.csv'), '../../wanted/b.csv', 'c.csv'];
    for (const [place, suggested] of names.entries()) {
      const answered = join(chosen, `chosen-${String(place)}`);
      await answerSaveDialog(carrel, answered);
      const suggestions = await recordSuggestions();
      expect(await call('export.start', savingCalls(suggested)['export.start'])).toMatchObject({
        ok: true,
        value: { file: basename(answered) },
      });
      expect(await suggestions()).toEqual([join(downloads, basename(suggested))]);
      expect(existsSync(answered)).toBe(true);
    }
    await answerSaveDialog(carrel, join(chosen, 'trail'));
    expect(await call('audit.export', { format: 'csv' })).toMatchObject({ ok: true, value: { file: 'trail' } });
    await answerSaveDialog(carrel, join(chosen, 'diagnostics'));
    expect(await call('diagnostics.save', undefined)).toMatchObject({ ok: true, value: { file: 'diagnostics' } });
    const exported = names.flatMap((_, place) => [`chosen-${String(place)}`, `chosen-${String(place)}.carrel.json`]);
    expect(readdirSync(chosen).sort()).toEqual([...exported, 'diagnostics', 'trail']);
    expect(readdirSync(wanted)).toEqual([]);
  });

  test('written presets, checks, and tests and units are recorded in the audit trail with their SHA-256', async () => {
    const calls = {
      'presets.write': siteHandOver,
      'checks.save': { study: STUDY, rules: [highPotassium] },
      'terms.save': { study: STUDY, terms: { system: 'SI', ctcae: '5.0', tests: [], units: [] } },
    };
    const written: unknown[] = [];
    for (const [name, input] of Object.entries(calls)) {
      const path = join(chosen, `${name}.json`);
      await answerSaveDialog(carrel, path);
      expect(await call(name, input), name).toEqual({ ok: true, value: basename(path) });
      written.unshift(createHash('sha256').update(readFileSync(path)).digest('hex'));
    }
    const newest = (await trailOf(carrel)).slice(0, written.length).map(({ event }) => JSON.parse(event) as Record<string, unknown>);
    expect(newest.map(({ kind, what, study }) => [kind, what, study])).toEqual([
      ['passed-on', 'tests-and-units', STUDY],
      ['passed-on', 'checks', STUDY],
      ['passed-on', 'export-preset', null],
    ]);
    expect(newest.map(({ sha256 }) => sha256)).toEqual(written);
  });

  test('nothing is written if the dialog is cancelled', async () => {
    const before = readdirSync(chosen);
    await answerSaveDialog(carrel, null);
    expect(await call('presets.write', siteHandOver)).toEqual({ ok: true, value: null });
    for (const [name, input] of Object.entries(savingCalls(join(wanted, 'd'))))
      expect(await call(name, input), name).toMatchObject({ ok: true, value: { file: null } });
    expect(readdirSync(chosen)).toEqual(before);
    expect(readdirSync(wanted)).toEqual([]);
  });

  test('SQL in a query is treated as plain text or refused', async () => {
    const statement = "x' OR 1=1; DROP TABLE labs; --";
    const reader = (name: string, input: unknown): Promise<unknown> => call(name, input);
    // Queries go to the engine; main has no calls of these names.
    for (const name of ['rows.page', 'rows.count', 'column.values'])
      expect(await reader(name, { study: STUDY, sql: statement })).toMatchObject({ ok: false, error: { code: 'USAGE' } });
    await answerSaveDialog(carrel, join(chosen, 'none'));
    const input = savingCalls('labs.csv')['export.start'];
    const where = (column: string) => [{ column, op: '=', values: [statement] }];
    const asked = (column: string) => ({
      ...input,
      request: {
        ...exportRequest,
        parts: exportRequest.parts.map((part) => ({ ...part, selection: { ...part.selection, where: where(column) } })),
      },
    });
    expect(await call('export.start', asked('test'))).toMatchObject({ ok: true, value: { rows: 0 } });
    expect(await call('export.start', asked(statement))).toMatchObject({ ok: false, error: { code: 'USAGE' } });
  });

  const exportRequest = allLabs(STUDY);

  function savingCalls(suggestedName: string) {
    return {
      'export.start': { request: exportRequest, suggestedName },
      'audit.export': { format: 'csv' },
      'pack.start': { study: STUDY, passphrase: 'a phrase for the stick', expires: '2099-12-31', suggestedName },
      'chart.save': {
        ...{ study: STUDY, chart: 'waterfall', dataset: 'responses', form: 'svg', body: '<svg ></svg>' },
        ...{ generation: 1, meant: null, rows: 1, columns: 1 },
      },
    } as const;
  }

  function call(name: string, input: unknown): Promise<unknown> {
    return carrel.page.evaluate(([asked, given]) => window.carrel.call(asked, given), [name, input] as const);
  }

  /** Records the paths that save dialogs suggest from now on. */
  async function recordSuggestions(): Promise<() => Promise<readonly string[]>> {
    await carrel.app.evaluate(({ dialog }) => {
      const showSaveDialog = dialog.showSaveDialog.bind(dialog);
      const seen: unknown[] = ((globalThis as { suggestions?: unknown[] }).suggestions = []);
      dialog.showSaveDialog = (...given: unknown[]) => {
        seen.push((given.at(-1) as { defaultPath: string }).defaultPath);
        return (showSaveDialog as (...all: unknown[]) => ReturnType<typeof showSaveDialog>)(...given);
      };
    });
    return () => carrel.app.evaluate(() => (globalThis as { suggestions?: string[] }).suggestions ?? []);
  }
});
