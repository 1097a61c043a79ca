import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureCsv } from './csv-export.ts';
import { tableOf, type Figure } from './figures.ts';
import { measureGrid } from './grid.ts';
import { measureMirror } from './mirror.ts';
import { startService } from './sandbox.ts';

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, labs: { type: 'string', default: '200000' }, json: { type: 'string' } },
});
const labs = Number(values.labs);
const rounds = values.quick ? 3 : 7;
const asked = values.quick ? 21 : 101;

const folder = mkdtempSync(join(tmpdir(), 'carrel-bench-'));
const service = await startService(labs, 500);
try {
  const { figures, file } = await measureMirror(service, folder, rounds);
  figures.push(...(await measureGrid(file, service.study, asked)), ...(await measureCsv(file, service.study, folder, rounds)));
  report(figures);
} finally {
  await service.stop();
  rmSync(folder, { recursive: true });
}

function report(figures: readonly Figure[]): void {
  const machine = { node: process.version, platform: `${process.platform} ${process.arch}`, processors: availableParallelism() };
  console.log(
    `${tableOf(figures)}\n\nNode ${machine.node}, ${machine.platform}, ${String(machine.processors)} processors; ${String(rounds)} rounds, medians.`,
  );
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ machine, labs, rounds, figures }, null, 2)}\n`);
}
