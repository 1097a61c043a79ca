import { simulatedRates, type Planted } from '../../unit/derive/simulated-sites.ts';
import type { Campaign, CampaignOptions, CampaignResult } from '../campaign.ts';

/** What is planted at one site, and the comparisons that must ask about it. */
const plants = [
  { planted: 'heaping', kinds: ['digits'] },
  { planted: 'copying', kinds: ['spread', 'repeats'] },
  { planted: 'weekends', kinds: ['weekends'] },
  { planted: 'corrections', kinds: ['late'] },
] as const;

/** One study with something planted for every ten without. */
const plantedPart = 10;

export const campaign: Campaign = {
  name: 'site-looks',
  says: 'how often the comparison of sites asks something of honest sites, and finds what is planted',
  long: 2000,
  short: 20,
  run,
};

async function run({ n, seed, form, say }: CampaignOptions): Promise<CampaignResult> {
  const honest = simulatedRates({ studies: n, seed, planted: 'nothing', kinds: [] });
  const error = Math.sqrt((0.05 * 0.95) / n);
  const failures = honest.any > 0.05 + 3 * error ? [`Of ${String(n)} honest studies ${percent(honest.any)} have a question.`] : [];
  const figures: Record<string, string> = { 'honest studies with any question': percent(honest.any) };
  say(`honest: ${percent(honest.any)}`);
  for (const { planted, kinds } of plants) {
    const { found } = simulatedRates({ studies: Math.ceil(n / plantedPart), seed, planted: planted satisfies Planted, kinds });
    if (form === 'long' && found < 0.9) failures.push(`Planted ${planted} is found in ${percent(found)}.`);
    figures[`planted ${planted} found`] = percent(found);
    say(`${planted}: ${percent(found)}`);
  }
  return Promise.resolve({ cases: n, failures, skipped: [], figures });
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
