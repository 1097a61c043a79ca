import { runCommand } from './runtime/command.ts';
import { repositoryFolder } from './runtime/repository.ts';
import { runMain } from './runtime/run-main.ts';
import { findToolScript } from './runtime/tool.ts';

const LAYERS = ['shared', 'core', 'engine', 'main', 'preload', 'renderer', 'cli', 'sandbox'];

interface CruiseReport {
  readonly modules: readonly { readonly source: string }[];
  readonly summary: {
    readonly totalDependenciesCruised: number;
    readonly violations: readonly Violation[];
  };
}

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
}

/**
 * Holds the imports against .dependency-cruiser.cjs, and makes sure that they were read at all: with a
 * TypeScript that it does not understand, dependency-cruiser reads nothing and finds nothing wrong.
 */
async function checkLayers(): Promise<void> {
  const { modules, summary } = await cruise();
  const complaints = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} imports ${to}`);
  const unread = LAYERS.filter((layer) => !modules.some(({ source }) => source.startsWith(`src/${layer}/`)));
  complaints.push(...unread.map((layer) => `no module of src/${layer} was read`));
  if (summary.totalDependenciesCruised === 0) complaints.push('no import was read');
  for (const complaint of complaints) process.stderr.write(`${complaint}\n`);
  process.exitCode = complaints.length > 0 ? 1 : 0;
}

async function cruise(): Promise<CruiseReport> {
  const script = findToolScript('dependency-cruiser', 'depcruise');
  const args = ['src', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
  // Its exit code only counts violations, which the report holds as well.
  const output = await runCommand(process.execPath, [script, ...args], { cwd: repositoryFolder });
  return JSON.parse(output) as CruiseReport;
}

await runMain(checkLayers);
