import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runVisibly } from './runtime/command.ts';
import { repositoryFolder } from './runtime/repository.ts';
import type { SandboxReady } from './sandbox-process.ts';

const FORMATS = ['csv', 'csv-excel', 'ndjson'] as const;

/** Runs connect, sync, status and export on the command line, as a person would type them. */
export async function runHeadlessDemo(sandbox: SandboxReady, dataFolder: string, exports: string): Promise<void> {
  const env = { CARREL_DATA_DIR: dataFolder, CARREL_PASSPHRASE: randomBytes(24).toString('base64url') };
  await carrel(['connect', '--base-url', sandbox.baseUrl, '--partner-id', sandbox.partnerId, '--client-id', sandbox.clientId], {
    ...env,
    CARREL_CLIENT_SECRET: sandbox.clientSecret,
  });
  await carrel(['sync', ...sandbox.studies], env);
  await carrel(['status'], env);
  await rm(exports, { recursive: true, force: true });
  for (const study of sandbox.studies) {
    await mkdir(join(exports, study), { recursive: true });
    for (const format of FORMATS) {
      const out = join(exports, study, format);
      await carrel(['export', study, '--dataset', 'all', '--format', format, '--out', out], env);
    }
  }
}

async function carrel(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  process.stdout.write(`\n$ carrel ${args.join(' ')}\n`);
  const script = join(repositoryFolder, 'src', 'cli', 'main.ts');
  const code = await runVisibly(process.execPath, [script, ...args], { env });
  if (code !== 0) throw new Error(`carrel ${args[0] ?? ''} ended with exit code ${code}.`);
}
