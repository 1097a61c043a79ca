import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runVisibly } from './runtime/command.ts';
import { repositoryFolder } from './runtime/repository.ts';
import { runMain } from './runtime/run-main.ts';
import { runTool } from './runtime/tool.ts';

interface Step {
  readonly name: string;
  readonly run: () => Promise<number>;
}

/** The longest comes first. */
const STEPS: readonly Step[] = [
  { name: 'lint', run: () => runTool('oxlint', 'oxlint', ['.']) },
  { name: 'types', run: () => runTool('typescript7', 'tsc', ['-b']) },
  { name: 'layers', run: () => runScript('check-layers.ts') },
  { name: 'unused code', run: () => runScript('check-unused.ts') },
  {
    name: 'format',
    run: () => runTool('prettier', 'prettier', ['--check', '--cache', '--cache-strategy', 'content', '--log-level', 'warn', '.']),
  },
  { name: 'build inputs', run: () => runScript('lock-check.ts') },
  { name: 'generated documents', run: checkDocuments },
];
/** These use all processors, and some of them measure. */
const TESTS: Step = { name: 'unit tests', run: () => runTool('vitest', 'vitest', ['run', '--project', 'unit*', '--reporter=dot']) };

/** Runs every step, even after a failure, so that one run reports everything. */
async function runChecks(): Promise<void> {
  const waiting = [...STEPS];
  const failed: string[] = [];
  const runWaiting = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) if (!(await passes(step))) failed.push(step.name);
  };
  // If one lane is interrupted, the other ends as well and is awaited.
  const lanes = await Promise.allSettled([runWaiting(), runWaiting()]);
  const broken = lanes.find((lane) => lane.status === 'rejected');
  if (broken !== undefined) throw broken.reason;
  if (!(await passes(TESTS))) failed.push(TESTS.name);
  if (failed.length > 0) process.stdout.write(`\nFailed: ${failed.join(', ')}\n`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

/** Runs a step and prints how long it took. */
async function passes({ name, run }: Step): Promise<boolean> {
  const started = performance.now();
  const code = await run();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)\n`);
  return code === 0;
}

async function runScript(name: string): Promise<number> {
  return runVisibly(process.execPath, [join(import.meta.dirname, name)], { cwd: repositoryFolder });
}

async function checkDocuments(): Promise<number> {
  const { scripts } = JSON.parse(await readFile(join(repositoryFolder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return scripts['docs:check'] === undefined ? 0 : runVisibly('npm', ['run', '--silent', 'docs:check']);
}

await runMain(runChecks);
