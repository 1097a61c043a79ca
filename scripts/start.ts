import { buildApplication } from './build.ts';
import { runtimeEnvironment, runtimeSwitches } from './electron-runtime.ts';
import { runVisibly } from './runtime/command.ts';
import { repositoryFolder } from './runtime/repository.ts';
import { runMain } from './runtime/run-main.ts';
import { prepareWindow } from './test-runners.ts';
import { hasDisplay } from './with-display.ts';

/** Builds the application and returns a function that opens its window and resolves to its exit code. */
export async function prepareApplication(): Promise<(environment: NodeJS.ProcessEnv, args?: readonly string[]) => Promise<number>> {
  const runtime = await prepareWindow();
  await buildApplication();
  return (environment, args = []) =>
    runVisibly(runtime.executable, [...runtimeSwitches(), repositoryFolder, ...args], {
      env: { ...runtimeEnvironment(runtime), ...environment },
    });
}

// Arguments are passed to the application: `npm start -- --data-dir FOLDER`.
async function startWindow(): Promise<void> {
  if (!hasDisplay()) throw new Error('There is no display to open a window on. The command line needs none: npm run -s carrel -- --help');
  const openWindow = await prepareApplication();
  process.exitCode = await openWindow({}, process.argv.slice(2));
}

if (import.meta.main) await runMain(startWindow);
