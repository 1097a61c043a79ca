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
 * Checks imports against .dependency-cruiser.cjs, and that they were read at all: with a TypeScript version it does not support,
 * dependency-cruiser reads nothing and reports no violation.
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
  // Its exit code only counts violations, which are also in the report.
  const output = await runCommand(process.execPath, [script, ...args], { cwd: repositoryFolder });
  return JSON.parse(output) as CruiseReport;
}

await runMain(checkLayers);
