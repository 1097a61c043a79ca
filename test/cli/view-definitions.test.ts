import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fhirpath from 'fhirpath';
import r4 from 'fhirpath/fhir-context/r4';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repositoryFolder } from '../../scripts/runtime/repository.ts';
import { datasets, datasetNames, type DatasetName } from '../../src/shared/datasets/datasets.ts';
import { carrel, connectTo, passphrase, startSandbox, workFolder, type Sandbox } from './carrel.ts';
import { readCsv } from './service.ts';

interface View {
  readonly resource: string;
  readonly where?: readonly { readonly path: string }[];
  readonly select: readonly {
    readonly forEach?: string;
    readonly column: readonly { readonly name: string; readonly path: string; readonly collection?: boolean }[];
  }[];
}

const folder = workFolder();
const dataDir = join(folder.path, 'data');
const study = '22-001';
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox(['--subjects', '4', '--studies', study]);
  await connectTo(sandbox, dataDir);
  await carrel(['sync', study], { dataDir, env: { CARREL_PASSPHRASE: passphrase } });
});
afterAll(async () => {
  await sandbox.stop();
  folder.remove();
});

async function exported(dataset: DatasetName, format: string, ...more: readonly string[]): Promise<string> {
  const path = join(folder.path, `${dataset}.${format}`);
  const done = await carrel(['export', study, '--dataset', dataset, '--format', format, '--out', path, ...more], {
    ...{ dataDir, env: { CARREL_PASSPHRASE: passphrase } },
  });
  expect(done.code).toBe(0);
  return readFileSync(path, 'utf8');
}

/** The rows of a view over resources, by an independent FHIRPath engine; items of a collection joined as in a CSV. */
function evaluate({ where = [], select }: View, resources: readonly object[]): readonly Readonly<Record<string, string>>[] {
  const valueOf = (node: unknown, path: string): string =>
    (fhirpath.evaluate(node as object, path, {}, r4) as unknown[]).map(String).join('; ');
  const holds = (resource: object): boolean =>
    where.every(({ path }) => (fhirpath.evaluate(resource, path, {}, r4) as unknown[])[0] === true);
  return resources.filter(holds).flatMap((resource) => {
    const parts = select.map(({ forEach, column }) => {
      const nodes = forEach === undefined ? [resource] : (fhirpath.evaluate(resource, forEach, {}, r4) as object[]);
      return nodes.map((node) => Object.fromEntries(column.map(({ name, path }) => [name, valueOf(node, path)])));
    });
    return parts.reduce<Record<string, string>[]>((rows, part) => rows.flatMap((row) => part.map((one) => ({ ...row, ...one }))), [{}]);
  });
}

/** Decimals lose trailing zeros in JSON. */
function settled(text: string): string {
  return /^-?\d+(?:\.\d+)?$/.test(text) && String(Number(text)).length <= 15 ? String(Number(text)) : text;
}

test.each(datasetNames)('the view of %s gives the rows of the export, evaluated by another engine', async (dataset) => {
  const view = JSON.parse(readFileSync(join(repositoryFolder, 'docs/view-definitions', `${dataset}.json`), 'utf8')) as View;
  const names = view.select.flatMap(({ column }) => column.map(({ name }) => name));
  const resources = (await exported(dataset, 'ndjson'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  const [, ...records] = readCsv(await exported(dataset, 'csv', '--columns', names.join(',')));
  const key = datasets[dataset].key;
  const byKey = (rows: readonly Readonly<Record<string, string>>[]): ReadonlyMap<string, Readonly<Record<string, string>>> =>
    new Map(rows.map((row) => [row[key] ?? '', row]));
  const expected = byKey(records.map((record) => Object.fromEntries(names.map((name, at) => [name, record[at] ?? '']))));
  const found = byKey(evaluate(view, resources));
  expect(expected.size).toBeGreaterThan(3);
  expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
  const wrong = [...expected].flatMap(([id, row]) =>
    names.flatMap((name) =>
      settled(found.get(id)?.[name] ?? '') === settled(row[name] ?? '') ? [] : [[name, found.get(id)?.[name], row[name]]],
    ),
  );
  expect(wrong.slice(0, 5)).toEqual([]);
});
