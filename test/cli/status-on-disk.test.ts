import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { carrel, connectTo, workFolder } from './carrel.ts';

const folder = workFolder();
const dataDir = join(folder.path, 'data');
const study = '22-001';
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = createSandbox({ port: 0, subjects: 6, studies: [study] });
  await connectTo({ ...sandbox.credentials, baseUrl: await sandbox.listen() }, dataDir);
});
afterAll(async () => {
  await sandbox.close();
  folder.remove();
});

async function onDisk(): Promise<{ readonly bytes: number; readonly ledgerBytes: number }> {
  const { result } = await carrel(['status', '--json'], { dataDir });
  return result.studies[0];
}

test('status reports the bytes of a study and how many of them its ledger takes', async () => {
  await carrel(['sync', study, '--json'], { dataDir });
  const first = await onDisk();
  const [file = ''] = readdirSync(join(dataDir, 'studies')).filter((name) => name.endsWith('.db'));
  expect(first.bytes).toBe(statSync(join(dataDir, 'studies', file)).size);
  // A first load needs no entries: these are empty pages.
  expect(first.ledgerBytes).toBeLessThan(20_000);
  sandbox.setRevision(20);
  await carrel(['sync', study, '--accept-shrink', '--json'], { dataDir });
  const later = await onDisk();
  expect(later.ledgerBytes).toBeGreaterThan(first.ledgerBytes + 40_000);
  expect(later.bytes).toBeGreaterThan(later.ledgerBytes);
  const said = await carrel(['status', study], { dataDir });
  expect(said.stdout).toMatch(/on disk: [\d.]+ [kM]B, including [\d.]+ [kM]B of change history/);
});
