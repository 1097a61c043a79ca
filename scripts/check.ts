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

/** Each computes on one processor, most of the time; the longest comes first. */
const STEPS: readonly Step[] = [
  { name: 'lint', run: () => runTool('eslint', 'eslint', ['--max-warnings=0', '.']) },
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
/** These take all processors, and some of them measure. */
const TESTS: Step = { name: 'unit tests', run: () => runTool('vitest', 'vitest', ['run', '--project', 'unit*', '--reporter=dot']) };

/** Runs every step, also after one that failed, so that one run names all that is wrong. */
async function runChecks(): Promise<void> {
  const waiting = [...STEPS];
  const failed: string[] = [];
  const runWaiting = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) if (!(await passes(step))) failed.push(step.name);
  };
  // Where one is interrupted, the other ends as well and is waited for.
  const lanes = await Promise.allSettled([runWaiting(), runWaiting()]);
  const broken = lanes.find((lane) => lane.status === 'rejected');
  if (broken !== undefined) throw broken.reason;
  if (!(await passes(TESTS))) failed.push(TESTS.name);
  if (failed.length > 0) process.stdout.write(`\nFailed: ${failed.join(', ')}\n`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

/** Runs a step and says how long it took. */
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
