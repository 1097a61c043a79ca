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

const STEPS: readonly Step[] = [
  { name: 'types', run: () => runTool('typescript7', 'tsc', ['-b']) },
  { name: 'layers', run: () => runScript('check-layers.ts') },
  { name: 'unused code', run: () => runScript('check-unused.ts') },
  { name: 'format', run: () => runTool('prettier', 'prettier', ['--check', '--log-level', 'warn', '.']) },
  { name: 'lint', run: () => runTool('eslint', 'eslint', ['--max-warnings=0', '.']) },
  { name: 'build inputs', run: () => runScript('lock-check.ts') },
  { name: 'unit tests', run: () => runTool('vitest', 'vitest', ['run', '--project', 'unit*', '--reporter=dot']) },
  { name: 'generated documents', run: checkDocuments },
];

/** Runs every step, also after one that failed, so that one run names all that is wrong. */
async function runChecks(): Promise<void> {
  const failed: string[] = [];
  for (const { name, run } of STEPS) {
    const started = performance.now();
    const code = await run();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)\n`);
    if (code !== 0) failed.push(name);
  }
  if (failed.length > 0) process.stdout.write(`\nFailed: ${failed.join(', ')}\n`);
  process.exitCode = failed.length > 0 ? 1 : 0;
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
