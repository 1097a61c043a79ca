import type { DatasetSince, KnownFile, VerifiedFile } from './calls/verify.ts';
import { datasets, type DatasetName } from './datasets/datasets.ts';
import { formatCount, formatCountOf } from './format-count.ts';

/** Whether an export is of what the cache holds now; where that cannot be told, why. */
export type Currency =
  { readonly current: boolean; readonly datasets: readonly DatasetSince[] } | { readonly current: null; readonly why: Unclear };

/** `gone`: the study is not here any more; `unreadable`; `anew`: its generations began anew; `unnamed`: which datasets are in it is not known. */
export type Unclear = 'gone' | 'unreadable' | 'anew' | 'unnamed';

/** Whether it is at all a question for an export, and can be answered, before the cache is asked. `isHere`: the study. Null: it is no export. */
export function askable(
  { known, datasets: exported }: Pick<VerifiedFile, 'known' | 'datasets'>,
  isHere: (study: string) => boolean,
): Unclear | 'ask' | null {
  if (known?.what !== 'export') return null;
  if (!isHere(known.study)) return 'gone';
  if (known.anew) return 'anew';
  return exported.length === 0 ? 'unnamed' : 'ask';
}

/** From what the cache says of each dataset. An older one than was exported is of another history. */
export function currencyOf(since: readonly DatasetSince[]): Currency {
  if (since.some(({ generation, now }) => (now ?? 0) > (generation ?? 0))) return { current: false, datasets: since };
  return since.some(({ generation, now }) => (now ?? 0) < (generation ?? 0))
    ? { current: null, why: 'anew' }
    : { current: true, datasets: since };
}

/**
 * The generation after which all that changed since an export came. The generations of a study's datasets are counted together, so the
 * latest that went into the file saw all of them.
 */
export function generationOf(exported: readonly Pick<DatasetSince, 'generation'>[]): number {
  return Math.max(0, ...exported.map(({ generation }) => generation ?? 0));
}

/** How a time is shown. */
type Moment = (iso: string) => string;

/** "An export of Labs of 22-001 as csv: 3,200 rows, 14 columns". */
export function sayWhat(known: KnownFile, exported: VerifiedFile['datasets']): string {
  switch (known.what) {
    case 'export': {
      const recipient = known.recipient === null ? '' : `, with the pseudonyms for ${known.recipient}`;
      const what =
        known.notes === true
          ? 'the notes'
          : sayDatasets(exported.length > 0 ? exported.map(({ dataset }) => dataset) : known.dataset === null ? null : [known.dataset]);
      const from = `${what} of ${known.study}${known.byVisit === true ? ' by visit' : ''}`;
      return `An export of ${from} as ${known.format}${recipient}: ${formatCountOf(known.rows, 'row')}, ${formatCountOf(known.columns, 'column')}`;
    }
    case 'site-pack':
      return `A site pack of ${known.study}, ${known.taken ? 'taken in' : 'made'} here, which opens until ${known.expires}`;
    case 'audit-trail':
      return `The audit trail of this data folder as ${known.format}, with ${formatCountOf(known.entries, 'entry', 'entries')}`;
  }
}

function sayDatasets(names: readonly DatasetName[] | null): string {
  return names === null ? 'several datasets' : names.map((name) => datasets[name].title).join(', ');
}

/** What the verdict rests on, in a sentence or two. */
export function sayVerdict({ reason, known, claim }: VerifiedFile, moment: Moment): string {
  switch (reason) {
    case 'digest':
      return known?.what === 'site-pack' && known.taken
        ? 'Byte by byte what was taken in here: the audit trail has this SHA-256.'
        : 'Byte by byte what Carrel wrote: the audit trail has this SHA-256.';
    case 'id':
      return 'It carries the id of this export, but the audit trail has another SHA-256: it was changed after it was written.';
    case 'beside':
      return 'The evidence beside it is that of this export, but the audit trail has another SHA-256: it was changed after it was written, or it is another file with that name.';
    case 'evidence-differs':
      return `The evidence beside it${sayClaim(claim, moment)} is of a file with another SHA-256: this one was changed, or that evidence belongs to another. The audit trail knows neither.`;
    case 'evidence-only':
      return `The evidence beside it${sayClaim(claim, moment)} agrees with it, but the audit trail of this data folder does not know it. It may be the export of another computer, whose Carrel can verify it. The evidence alone proves nothing: whoever changes a file can write evidence for it.`;
    case 'claims':
      return `It says that it is an export${sayClaim(claim, moment)}, but the audit trail of this data folder does not know that one. It may be of another computer, whose Carrel can verify it.`;
    case 'site-pack':
      return 'It begins as a site pack does, but it was neither made nor taken in here. Opening it checks all of it; nothing else can.';
    case 'nothing':
      return 'The audit trail of this data folder has no such SHA-256. It may be an export of another computer or data folder, one that was changed and has no evidence beside it, or no export at all.';
  }
}

/** How the tables of a changed workbook compare; null where that cannot be told. */
export function sayRows({ rows, differs }: VerifiedFile): string | null {
  if (rows === null) return null;
  const { same, by, added } = rows;
  if (differs === 'headings')
    return `The values of its rows are still those ${heldBy[by]}; headings were changed: they are not those that its own Codebook has.`;
  if (!same)
    return `Its rows or headings are not those ${by === 'trail' ? 'that were exported' : 'that its own About sheet has the digests of'}.`;
  const sheets = added === 0 ? '' : ` It has ${formatCountOf(added, 'sheet')} that the export had not.`;
  const held = `Its rows and headings still hold the values ${heldBy[by]}.${sheets}`;
  if (differs === 'codebook')
    return `${held} Its sheet Codebook was changed: what it says of the columns is not what was exported. How the rows are shown was not compared.`;
  const so = added === 0 ? ' A spreadsheet program most likely only saved it again.' : '';
  return `${held}${so} How it shows them, and what its other sheets say, was not compared.`;
}

const heldBy = {
  trail: 'that were exported, by the digests in the audit trail',
  file: 'that its own About sheet has the digests of, which whoever wants to deceive could change as well',
} as const;

function sayClaim(claim: VerifiedFile['claim'], moment: Moment): string {
  if (claim === null) return '';
  const at = Number.isNaN(Date.parse(claim.at)) ? '' : `, made ${moment(claim.at)}`;
  return ` (of ${claim.study}${at}, by its own word)`;
}

/** What else is to know, a sentence each. `trail`: what is wrong with the audit trail; null where it is whole. */
export function sayRemarks({ verdict, evidence, known, times, others }: VerifiedFile, trail: string | null): readonly string[] {
  return [
    trail === null ? null : `${trail} So what it says of this file counts for less.`,
    verdict === 'unchanged' && evidence === 'differs'
      ? 'The evidence beside it is not that of this file, was changed, or cannot be read: what it says of filters and proof does not count.'
      : null,
    known?.what === 'export' && known.nameless
      ? 'The audit trail says that no file came of that export; these are its bytes nevertheless.'
      : null,
    times > 1
      ? `${formatCountOf(times, 'entry', 'entries')} of the audit trail have this SHA-256: the same rows give the same bytes.`
      : null,
    others.length > 0
      ? `The very same bytes are also an export of ${others.map(({ study, dataset }) => `${sayDatasets(dataset === null ? null : [dataset])} of ${study}`).join(' and of ')}: which of them this file is, it does not tell.`
      : null,
  ].filter((says) => says !== null);
}

/** Whether the cache has moved on since: "The cache has moved on since: Labs twice (+12 ~3 −0)." */
export function sayCurrency(currency: Currency, study: string): string {
  if (currency.current === null) return unclearSays[currency.why](study);
  if (currency.current)
    return `Current: nothing of ${currency.datasets.map(({ dataset }) => datasets[dataset].title).join(', ')} has changed in the cache since.`;
  const moved = currency.datasets.filter(({ generation, now }) => (now ?? 0) > (generation ?? 0));
  return `The cache has moved on since: ${moved.map(sayMoved).join(', ')}.`;
}

function sayMoved({ dataset, passes, counts }: DatasetSince): string {
  const times = passes === 1 ? 'once' : passes === 2 ? 'twice' : `${formatCount(passes)} times`;
  return `${datasets[dataset].title} ${times} (+${formatCount(counts.new)} ~${formatCount(counts.changed)} −${formatCount(counts.vanished)})`;
}

const unclear = 'Whether it is still current cannot be told';
const unclearSays: Readonly<Record<Unclear, (study: string) => string>> = {
  gone: (study) => `${unclear}: ${study} is not on this computer any more.`,
  unreadable: (study) => `${unclear}: ${study} cannot be read now.`,
  anew: (study) => `${unclear}: the history of ${study} began anew since, so that its changes cannot be counted from then.`,
  unnamed: () => `${unclear}: which datasets are in it stands only in its evidence, which is not there or does not agree.`,
};
