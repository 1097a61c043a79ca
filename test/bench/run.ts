import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureExports } from './exports.ts';
import { tableOf, type Figure } from './figures.ts';
import { measureGrid } from './grid.ts';
import { measureMirror, mirrorOnce } from './mirror.ts';
import { startService, type BenchService } from './sandbox.ts';

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, labs: { type: 'string', default: '200000' }, json: { type: 'string' } },
});
const labs = Number(values.labs);
const rounds = values.quick ? 3 : 7;
const asked = values.quick ? 21 : 101;
/** Exports are promised of a million. */
const exported = values.quick ? labs : Math.max(labs, 1_000_000);

const folder = mkdtempSync(join(tmpdir(), 'carrel-bench-'));
try {
  const { figures, file, study } = await withService(labs, async (service) => {
    const mirrored = await measureMirror(service, folder, rounds);
    return { ...mirrored, study: service.study };
  });
  figures.push(...(await measureGrid(file, study, asked)));
  const large = exported === labs ? file : await withService(exported, (service) => mirrorOnce(service, join(folder, 'large.db')));
  figures.push(...(await measureExports(large, study, folder, rounds)));
  report(figures);
} finally {
  rmSync(folder, { recursive: true });
}

async function withService<T>(records: number, work: (service: BenchService) => Promise<T>): Promise<T> {
  const service = await startService(records, 500);
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

function report(figures: readonly Figure[]): void {
  const machine = { node: process.version, platform: `${process.platform} ${process.arch}`, processors: availableParallelism() };
  console.log(
    `${tableOf(figures)}\n\nNode ${machine.node}, ${machine.platform}, ${String(machine.processors)} processors; ${String(rounds)} rounds, medians.`,
  );
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ machine, labs, rounds, figures }, null, 2)}\n`);
}
