import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { asFastAs, measureAgainst } from './against.ts';
import { budgetSchema, compareTo, recordedIn, type Budget } from './budget.ts';
import { measureExports } from './exports.ts';
import { markdownOf, tableOf, timed, type Figure } from './figures.ts';
import { measureGrid } from './grid.ts';
import { study, withLargeWindow, type LargeWindow } from './large-window.ts';
import { measureGrowth, measureMirror } from './mirror.ts';
import { withService } from './sandbox.ts';
import { measurePath } from './path.ts';
import { measurePrepared } from './prepared.ts';
import { measureSmoothness } from './smoothness.ts';
import { measureStart } from './start.ts';
import { freshFile, syncLabs, type MirroredFile } from './sync-labs.ts';
import { measureViews } from './views.ts';

const usage = `npm run bench -- [--quick] [--rounds N] [--labs N] [--part NAME]… [--json FILE] [--check | --record]
npm run bench -- --against FOLDER [--rounds N] [--labs N] [--check]

  --quick           fewer rounds, and no growth from ten thousand to a million labs
  --rounds N        rounds of each ratio (5, or 3 with --quick)
  --labs N          the labs of the mirror (200000)
  --large N         the labs of grid, exports and windows (1000000)
  --part NAME       only mirror, growth, grid, export or window; may be given several times
  --json FILE       writes the figures
  --markdown        prints the table as docs/performance.md has it
  --check           ends with 1 if a ratio is worse than test/bench/budget.json, by more than the spread of both
  --record          writes the ratios of the measured parts into test/bench/budget.json
  --against FOLDER  syncs and exports of this checkout, alternating with those of another one,
                    which has this option too
`;

const budgetFile = join(import.meta.dirname, 'budget.json');

const parts = ['mirror', 'growth', 'grid', 'export', 'window'] as const;
type Part = (typeof parts)[number];

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    labs: { type: 'string', default: '200000' },
    large: { type: 'string', default: '1000000' },
    part: { type: 'string', multiple: true },
    json: { type: 'string' },
    markdown: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    against: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const unknown = values.part?.find((name) => !parts.some((part) => part === name));
if (values.help || unknown !== undefined) {
  console.log(usage);
  process.exit(values.help ? 0 : 2);
}

const labs = Number(values.labs);
const large = Number(values.large);
const rounds = Number(values.rounds ?? (values.quick ? 3 : 5));
const asked = values.quick ? 21 : 101;

const folder = mkdtempSync(join(tmpdir(), 'carrel-bench-'));
try {
  if (values.against === undefined) await measureAll();
  else {
    const figures = await measureAgainst(resolve(values.against), labs, folder, rounds);
    report(figures);
    if (values.check) check(asFastAs(figures), figures);
  }
} finally {
  rmSync(folder, { recursive: true });
}

async function measureAll(): Promise<void> {
  const figures: Figure[] = [];
  if (isWanted('mirror')) figures.push(...reported(await measureMirror(labs, folder, rounds)));
  if (isWanted('growth') && !values.quick) figures.push(...reported(await measureGrowth(folder, rounds)));
  if (isWanted('grid') || isWanted('export')) {
    const { file, took } = await mirrored(join(folder, 'large.db'));
    if (isWanted('grid')) {
      figures.push(...reported(await measureGrid(file, study, asked)));
      figures.push(...reported(await measurePrepared(file, study, took)));
    }
    if (isWanted('export')) figures.push(...reported(await measureExports(file, study, folder, rounds)));
    rmSync(file.path);
  }
  if (isWanted('window')) figures.push(...(await withLargeWindow({ labs: large, subjects: 2000 }, measureWindow)));
  report(figures);
  if (!values.check && !values.record) return;
  const budget = budgetSchema.parse(JSON.parse(readFileSync(budgetFile, 'utf8')));
  if (values.check) check(budget, figures);
  else writeFileSync(budgetFile, `${JSON.stringify(recordedIn(budget, figures), null, 2)}\n`);
}

function isWanted(part: Part): boolean {
  return values.part === undefined || values.part.includes(part);
}

/** A file with many labs, and the milliseconds of its sync. */
async function mirrored(path: string): Promise<{ readonly file: MirroredFile; readonly took: number }> {
  const file = freshFile(path);
  const took = await withService(large, {}, (service) => timed(() => syncLabs(service, file)));
  return { file, took };
}

/** All measurements that need a window, which it closes. */
async function measureWindow(window: LargeWindow): Promise<readonly Figure[]> {
  const figures = [...reported(await measureViews(window, rounds)), ...reported(await measurePath(window, asked))];
  for (const measure of [measureSmoothness, measureStart]) figures.push(...reported(await measure(window, rounds)));
  return figures;
}

/** Prints figures at once, since the rest may take long or fail. */
function reported(figures: readonly Figure[]): readonly Figure[] {
  console.error(tableOf(figures));
  return figures;
}

function report(figures: readonly Figure[]): void {
  const machine = { node: process.version, platform: `${process.platform} ${process.arch}`, processors: availableParallelism() };
  console.log(
    `${values.markdown ? markdownOf(figures) : tableOf(figures)}\n\nNode ${machine.node}, ${machine.platform}, ${String(machine.processors)} processors; ${String(rounds)} rounds, medians.`,
  );
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ machine, labs, large, rounds, figures }, null, 2)}\n`);
}

function check(budget: Budget, figures: readonly Figure[]): void {
  const { worse, unclear } = compareTo(budget, figures);
  console.log(worse.length === 0 ? 'No ratio is worse.' : `Worse:\n${worse.join('\n')}`);
  if (unclear.length > 0) console.log(`Too few rounds, or too much other work, to show a regression of 10 %:\n${unclear.join('\n')}`);
  if (worse.length > 0) process.exitCode = 1;
}
