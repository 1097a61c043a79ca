import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApplication } from './build.ts';
import { findElectronRuntime, runtimeEnvironment, willCompile } from './electron-runtime.ts';
import { runTool } from './runtime/tool.ts';
import { ensureSystemLibraries, type Purpose } from './system-libraries.ts';
import { judgeOutcome, readPlaywrightReport, readVitestRecord, type Outcome } from './test-results.ts';
import { hasDisplay, withDisplays } from './with-display.ts';
import { displaysVariable } from './window-displays.ts';

const NOTHING: Outcome = { passed: 0, skipped: 0, failures: [] };

/** Runs tests that need no window: unit, integration, contract, command line, and the short forms of the campaigns. */
export async function runVitest(args: readonly string[] = []): Promise<Outcome> {
  return withReport(async (record) => {
    const code = await runTool('vitest', 'vitest', ['run', ...args], { env: { CARREL_TEST_RECORD: record } });
    return judgeOutcome(await readVitestRecord(record).catch(() => NOTHING), 'vitest', code);
  });
}

/** Runs the tests in a real window: finds the runtime, builds, and runs Playwright on a display. */
export async function runEndToEnd(args: readonly string[] = []): Promise<Outcome> {
  const runtime = runtimeEnvironment(await prepareWindow());
  await buildApplication();
  return withReport(async (report) => {
    const run = (workers: number, env: NodeJS.ProcessEnv): Promise<number> =>
      runTool('@playwright/test', 'playwright', ['test', '--reporter=list,json', `--workers=${String(workers)}`, ...args], {
        env: { ...runtime, ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      });
    const code = await (hasDisplay()
      ? run(1, {})
      : withDisplays(mostWindows(), (displays) => run(displays.length, { [displaysVariable]: displays.join(' ') })));
    return judgeOutcome(await readPlaywrightReport(report).catch(() => NOTHING), 'playwright', code);
  });
}

/** Number of simultaneous windows: each has several busy processes, and with more they would wait for each other. */
function mostWindows(): number {
  return Math.min(availableParallelism(), 4);
}

/** Installs, if allowed, everything a window needs on this machine, and any other requested purposes. */
export async function prepareWindow(...more: readonly Purpose[]) {
  const purposes: Purpose[] = ['window', ...more];
  if (!hasDisplay()) purposes.push('display');
  if (await willCompile()) purposes.push('compiler');
  await ensureSystemLibraries(purposes);
  return findElectronRuntime();
}

async function withReport(run: (report: string) => Promise<Outcome>): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-tests-'));
  try {
    return await run(join(folder, 'report.json'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
