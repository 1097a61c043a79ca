import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryFolder } from '../../scripts/runtime/repository.ts';
import { setup as buildCommandLine } from '../built-command-line.ts';
import type { Campaign, CampaignResult } from './campaign.ts';

const USAGE = 2;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    n: { type: 'string' },
    seed: { type: 'string', default: '1' },
    short: { type: 'boolean', default: false },
    data: { type: 'string' },
    serve: { type: 'boolean', default: false },
    port: { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
});

function help(campaigns: readonly Campaign[]): string {
  const rows = campaigns.map(({ name, says, long }) => `  ${name.padEnd(11)} ${says} (${long} cases)`);
  const options = '--n N: so many cases · --seed S: another random order (1) · --short: the form that runs within npm test -- --all';
  const data = '--data DIR: data that others made (public-data) · --serve [--port N]: serves it until stopped';
  return `npm run campaign -- NAME… [options]\n\n${rows.join('\n')}\n\n${options}\n${data}\n`;
}

/** Runs one campaign and saves its result in campaign-output/NAME.json. */
async function runOne(campaign: Campaign): Promise<boolean> {
  const form = values.short ? 'short' : 'long';
  const n = values.n === undefined ? campaign[form] : Number(values.n);
  const seed = Number(values.seed);
  process.stdout.write(`${campaign.name}: ${n} cases, ${form} form, seed ${seed}\n`);
  const started = performance.now();
  const result = await campaign.run({ n, seed, form, data: values.data ?? null, say: (line) => process.stdout.write(`  ${line}\n`) });
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  const folder = join(repositoryFolder, 'campaign-output');
  const machine = { node: process.version, platform: `${process.platform} ${process.arch}`, processors: availableParallelism() };
  const kept = { campaign: campaign.name, form, seed, at: new Date().toISOString(), seconds, machine, ...result };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${campaign.name}.json`), `${JSON.stringify(kept, null, 2)}\n`);
  process.stdout.write(`${tableOf(result, seconds)}\n`);
  // A campaign in which no case ran has shown nothing.
  return result.failures.length === 0 && result.cases > 0;
}

function tableOf({ cases, failures, skipped, figures }: CampaignResult, seconds: number): string {
  const rows: readonly (readonly [string, number | string])[] = [
    ['cases', cases],
    ['failures', failures.length],
    ['skipped', skipped.length],
    ['seconds', seconds],
    ...Object.entries(figures),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return [
    ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
    ...failures.map((failure) => `  FAILED  ${failure}`),
    ...skipped.map(({ what, why }) => `  SKIPPED ${what}: ${why}`),
  ].join('\n');
}

// Campaigns locate the command line when they are imported: they start what ships, as the tests do. Serving data does not need it.
if (positionals.length > 0 && !values.help && !values.serve) await buildCommandLine();
const { campaigns } = await import('./campaigns.ts');

const wanted = positionals.map((name) => campaigns.find((campaign) => campaign.name === name));
const chosen = wanted.filter((campaign) => campaign !== undefined);
if (values.help || positionals.length === 0) process.stdout.write(help(campaigns));
else if (chosen.length < positionals.length || (values.n !== undefined && !/^[1-9]\d*$/.test(values.n)) || !/^\d+$/.test(values.seed)) {
  process.stderr.write(`No such campaign, or --n and --seed are no whole numbers.\n\n${help(campaigns)}`);
  process.exitCode = USAGE;
} else if (values.serve) {
  for (const campaign of chosen) await campaign.serve?.(values.data ?? '', Number(values.port));
} else {
  const held: boolean[] = [];
  for (const campaign of chosen) held.push(await runOne(campaign));
  process.exitCode = held.every(Boolean) ? 0 : 1;
}
// A server or timer left by a campaign must not keep the process running.
process.exit();
