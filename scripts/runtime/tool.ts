import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runVisibly, type CommandOptions } from './command.ts';
import { repositoryFolder } from './repository.ts';

const require = createRequire(import.meta.url);

/** The script behind a package's command, so that it runs with this same Node and without a shell. */
export function findToolScript(packageName: string, command: string): string {
  const description = join(repositoryFolder, 'node_modules', packageName, 'package.json');
  const { bin } = require(description) as { bin: string | Record<string, string> };
  const script = typeof bin === 'string' ? bin : bin[command];
  if (script === undefined) throw new Error(`The package ${packageName} has no command ${command}.`);
  return join(dirname(description), script);
}

/** Runs a package's command in the repository with visible output, and returns its exit code. */
export async function runTool(
  packageName: string,
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<number> {
  const script = findToolScript(packageName, command);
  return runVisibly(process.execPath, [script, ...args], { cwd: repositoryFolder, ...options });
}
