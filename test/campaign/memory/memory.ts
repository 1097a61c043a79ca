import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectTo } from '../../cli/carrel.ts';
import type { Campaign, CampaignOptions, CampaignResult } from '../campaign.ts';
import { cases, type MemoryCase } from './cases.ts';
import { startService } from './service.ts';
import { watchedSync, type Watched } from './watched-sync.ts';

/** Limits of a process's memory above idle and in total, in bytes, whatever it is answered (issue 3; faults, I5). */
const mostAboveIdle = 350e6;
const mostResident = 600e6;

const ends: Readonly<Record<string, number>> = { OK: 0, LIMIT: 19, INCONSISTENT: 17 };
/** Exit codes of a refusal with a named code: PROTOCOL to LIMIT. */
const refusals: readonly number[] = [16, 17, 18, 19];

const shortCases = cases.filter((one) => one.short === true);

export const campaign: Campaign = {
  name: 'memory',
  says: 'the memory of the writer stays bounded whatever the service answers',
  long: cases.length,
  short: shortCases.length,
  run,
};

async function run({ n, form, say }: CampaignOptions): Promise<CampaignResult> {
  if (process.platform !== 'linux')
    return { cases: 0, failures: [], skipped: [{ what: 'all', why: 'the peak of a process is read from /proc' }], figures: {} };
  const chosen = (form === 'short' ? shortCases : cases).slice(0, n);
  const folder = mkdtempSync(join(tmpdir(), 'carrel-memory-'));
  const service = await startService();
  const failures: string[] = [];
  const figures: Record<string, number | string> = {};
  let highest = 0;
  try {
    const prepared = join(folder, 'data');
    const connected = await connectTo(
      { baseUrl: service.baseUrl, partnerId: '0417', clientId: 'campaign', clientSecret: 'a-secret' },
      prepared,
    );
    if (connected.code !== 0)
      return { cases: 0, failures: [`connect ended with ${String(connected.code)}: ${connected.stderr}`], skipped: [], figures };
    for (const one of chosen) {
      const watched = await watchedSync(service, prepared, one.dataset ?? 'labs', one.serve());
      const wrong = judge(one, watched, form === 'short' ? 10 : 1);
      failures.push(...wrong.map((what) => `${one.name}: ${what}`));
      const above = watched.peak - watched.idle;
      highest = Math.max(highest, above);
      figures[one.name] =
        `${megabytes(above)} MB above ${megabytes(watched.idle)} MB, exit ${String(watched.code)}, ${(watched.took / 1000).toFixed(1)} s`;
      say(`${wrong.length === 0 ? 'ok  ' : 'FAIL'} ${one.name}: ${figures[one.name] ?? ''}`);
    }
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return { cases: chosen.length, failures, skipped: [], figures: { 'highest above idle, MB': Number(megabytes(highest)), ...figures } };
}

/** `slowness`: by which factor a case may exceed its time on a busy machine. */
function judge(one: MemoryCase, { code, signal, stderr, idle, peak, took }: Watched, slowness: number): readonly string[] {
  const wrong: string[] = [];
  if (signal !== null || code === null) wrong.push(`ended by ${String(signal)} after ${String(took)} ms`);
  else if (one.expected === 'any' ? code !== 0 && !refusals.includes(code) : code !== ends[one.expected])
    wrong.push(`expected ${one.expected}, ended with ${String(code)}: ${stderr.slice(0, 300)}`);
  if (idle === 0) wrong.push('no page was asked for');
  if (peak - idle > mostAboveIdle) wrong.push(`${megabytes(peak - idle)} MB above idle`);
  if (peak > mostResident) wrong.push(`${megabytes(peak)} MB in all`);
  if (took > (one.within ?? Infinity) * slowness) wrong.push(`took ${String(took)} ms`);
  return wrong;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
