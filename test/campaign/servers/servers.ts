import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Campaign, CampaignOptions, CampaignResult } from '../campaign.ts';
import { haproxyTrials } from './haproxy-trials.ts';
import { nginxTrials } from './nginx-trials.ts';
import { oauthTrials } from './oauth-trials.ts';
import { findProgram } from './programs.ts';
import { squidTrials } from './squid-trials.ts';
import { runTrial, type ServersTrial } from './trial.ts';

/** The longest ones first: several run in parallel and mostly wait. */
const trials: readonly ServersTrial[] = [...nginxTrials, ...haproxyTrials, ...oauthTrials, ...squidTrials];
const atOnce = 5;

const trialsOf = (form: CampaignOptions['form']): readonly ServersTrial[] => trials.filter(({ slow }) => form === 'long' || slow !== true);

export const campaign: Campaign = {
  name: 'servers',
  says: 'mirrors through nginx, HAProxy, squid and a certified OAuth server, with limits and restarts',
  long: trialsOf('long').length,
  short: trialsOf('short').length,
  run,
};

async function run({ n, form, say }: CampaignOptions): Promise<CampaignResult> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'carrel-servers-')));
  // A server that drops root must be able to reach what is in it.
  chmodSync(folder, 0o711);
  const failures: string[] = [];
  const skipped: { what: string; why: string }[] = [];
  const figures: Record<string, string> = {};
  const waiting = [...trialsOf(form).slice(0, n).entries()];
  const tryAll = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [number, trial] = next;
      const missing = trial.needs.filter((name) => findProgram(name) === null);
      if (missing.length > 0) {
        skipped.push({ what: trial.name, why: `${missing.join(' and ')} is not installed` });
        continue;
      }
      try {
        figures[trial.name] = await runTrial(trial, join(folder, String(number)));
        say(`ok   ${trial.name}: ${figures[trial.name] ?? ''}`);
      } catch (error: unknown) {
        failures.push(`${trial.name}: ${error instanceof Error ? error.message : String(error)}`);
        say(`FAIL ${failures.at(-1) ?? ''}`);
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, tryAll));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { cases: Object.keys(figures).length + failures.length, failures, skipped, figures };
}
