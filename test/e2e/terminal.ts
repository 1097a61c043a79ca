import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryFolder } from '../../scripts/runtime/repository.ts';
import { compiledCode } from '../compiled-code.ts';

const run = promisify(execFile);

/** Runs the command line on the window's data folder and returns the JSON objects of its lines. */
export async function carrelCommand(
  dataDir: string,
  passphrase: string,
  args: readonly string[],
  more: NodeJS.ProcessEnv = {},
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const script = join(repositoryFolder, 'src', 'cli', 'main.ts');
  const env = {
    ...process.env,
    ...compiledCode,
    CARREL_DATA_DIR: dataDir,
    CARREL_PASSPHRASE: passphrase,
    CARREL_NATIVE_BINDING: '',
    ...more,
  };
  const { stdout } = await run(process.execPath, [script, ...args, '--json'], { env, maxBuffer: 256 * 1024 * 1024 });
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
