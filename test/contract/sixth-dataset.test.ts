import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { syncStudies } from '../../src/core/sync/sync-studies.ts';
import { findToolScript } from '../../scripts/runtime/tool.ts';
import { repositoryFolder } from '../../scripts/runtime/repository.ts';
import { startAnsweringService, type AnsweringService } from './answering-service.ts';
import { connectionTo, swift } from './hostile-server.ts';
import { handOver } from './sixth-dataset/handed-over.ts';
import { createTestHost, type TestHost } from './study-host.ts';

const execute = promisify(execFile);
const study = '22-001';
const declarations = 'src/shared/datasets';
const projects = ['shared', 'core', 'engine', 'main', 'preload', 'renderer', 'cli', 'sandbox'].map((name) => `src/${name}`);

let checkout: string;
let service: AnsweringService;
let host: TestHost;

beforeAll(async () => {
  checkout = realpathSync(mkdtempSync(join(tmpdir(), 'carrel-checkout-')));
  for (const name of ['src', 'scripts', 'test', 'package.json', 'tsconfig.base.json', 'vitest.config.ts'])
    cpSync(join(repositoryFolder, name), join(checkout, name), { recursive: true });
  symlinkSync(join(repositoryFolder, 'node_modules'), join(checkout, 'node_modules'), 'junction');
  service = await startAnsweringService({ subjects: 3, pageSize: 40 });
  const { partnerId, clientId, clientSecret } = service.sandbox.credentials;
  const connection = connectionTo(service.baseUrl, { partnerId, clientId });
  service.alter = (answer, { url, baseUrl }) =>
    url.includes('/Procedure?')
      ? { status: 200, headers: { 'content-type': 'application/fhir+json' }, body: proceduresAt(baseUrl) }
      : answer;
  host = createTestHost(connection, clientSecret);
  const { studies } = await syncStudies(host, { studies: [study], only: null, acceptShrink: false }, { network: swift });
  expect(studies.flatMap((one) => one.datasets).flatMap(({ error }) => error ?? [])).toEqual([]);
  const { path, key, seal } = await host.studyFile(study);
  handOver(checkout, { connection, secret: clientSecret, study, path, key: key.toString('hex'), seal });
});
afterAll(async () => {
  host.remove();
  await service.close();
  rmSync(checkout, { recursive: true, force: true });
});

describe('a sixth dataset, added by its declaration and list entry alone', () => {
  test('type-checks in every folder', async () => {
    declareProcedures();
    expect(await run('typescript7', 'tsc', ['-b', ...projects])).toBe('');
  });

  test('is mirrored, extracted, queried, exported and shown like the others', async () => {
    declareProcedures();
    const folder = 'test/contract/sixth-dataset';
    cpSync(join(checkout, folder, 'procedures-shown.ts'), join(checkout, folder, 'procedures.test.ts'));
    expect(await run('vitest', 'vitest', ['run', '--project', 'contract', `${folder}/procedures.test.ts`])).toBe('');
  });
});

/** Writes both files: the declaration, and the list with it before the last entry. */
function declareProcedures(): void {
  const declaration = readFileSync(join(import.meta.dirname, 'sixth-dataset/procedures.ts'), 'utf8');
  const moved = declaration.replaceAll(`'../../../${declarations}/`, "'./").replaceAll("'../../../src/shared/", "'../");
  writeFileSync(join(checkout, declarations, 'procedures.ts'), moved);
  const list = readFileSync(join(repositoryFolder, declarations, 'datasets.ts'), 'utf8');
  const longer = list.replace(/^(const list = \[.*)(responses\])/m, '$1procedures, $2');
  expect(longer).not.toBe(list);
  writeFileSync(join(checkout, declarations, 'datasets.ts'), `import { procedures } from './procedures.ts';\n${longer}`);
}

/** Runs a tool in the checkout; returns its output if it fails, otherwise an empty string. */
async function run(name: string, script: string, args: readonly string[]): Promise<string> {
  // The test runner passes variables to its workers that must not reach another run.
  const env = Object.fromEntries(Object.entries(process.env).filter(([variable]) => !/^(?:VITEST|CARREL_)/.test(variable)));
  try {
    await execute(process.execPath, [findToolScript(name, script), ...args], { cwd: checkout, env: { ...env, NO_COLOR: '1' } });
    return '';
  } catch (failure: unknown) {
    const { stdout, stderr } = failure as { readonly stdout: string; readonly stderr: string };
    return `${stdout}${stderr}`.slice(-6000);
  }
}

const procedure = (id: string, subject: string, performed: string): unknown => ({
  resourceType: 'Procedure',
  extension: [{ url: 'https://example.org/structures#IDB.Protocol', valueCode: study }],
  identifier: [{ value: id }],
  status: 'completed',
  code: { text: 'Biopsy' },
  bodySite: [{ text: 'Liver' }],
  subject: { reference: `Patient/${subject}` },
  performedDateTime: performed,
});

/** A page with all procedures: two of a subject that appears nowhere else, one with an impossibly early date. */
function proceduresAt(baseUrl: string): Buffer {
  const url = `${baseUrl}/svc-apim/external/v2/crit/svc/api/Procedure?researchstudy=${study}&page=1`;
  const records = [procedure('p-1', '9001', '2025-09-12T08:30:00'), procedure('p-2', '9001', '1925-09-12T08:30:00')];
  const link = ['self', 'first', 'last'].map((relation) => ({ relation, url }));
  const entry = records.map((resource) => ({ fullUrl: url, resource }));
  return Buffer.from(JSON.stringify({ resourceType: 'Bundle', type: 'searchset', total: records.length, link, entry }));
}
