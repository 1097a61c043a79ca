import type { DatasetSince, KnownFile, VerifiedFile } from './calls/verify.ts';
import { datasets, type DatasetName } from './datasets/datasets.ts';
import { formatCount, formatCountOf } from './format-count.ts';

/** Whether an export contains the current data of the cache; if that is unknown, why. */
export type Currency =
  { readonly current: boolean; readonly datasets: readonly DatasetSince[] } | { readonly current: null; readonly why: Unclear };

/**
 * `gone`: the study is no longer here; `unreadable`: it cannot be read; `anew`: its generations were restarted; `unnamed`: it is unknown
 * which datasets the export contains.
 */
export type Unclear = 'gone' | 'unreadable' | 'anew' | 'unnamed';

/**
 * Whether the question applies to this file and can be answered, before the cache is asked. `isHere`: whether the study is here. Null: the
 * file is not an export.
 */
export function askable(
  { known, datasets: exported }: Pick<VerifiedFile, 'known' | 'datasets'>,
  isHere: (study: string) => boolean,
): Unclear | 'ask' | null {
  if (known?.what !== 'export') return null;
  if (!isHere(known.study)) return 'gone';
  if (known.anew) return 'anew';
  return exported.length === 0 ? 'unnamed' : 'ask';
}

/** Judges by what the cache says of each dataset. A generation older than the exported one belongs to a different history. */
export function currencyOf(since: readonly DatasetSince[]): Currency {
  if (since.some(({ generation, now }) => (now ?? 0) > (generation ?? 0))) return { current: false, datasets: since };
  return since.some(({ generation, now }) => (now ?? 0) < (generation ?? 0))
    ? { current: null, why: 'anew' }
    : { current: true, datasets: since };
}

/**
 * The generation after which all changes came later than the export. The datasets of a study share one count of generations, so the highest
 * in the file covers all of them.
 */
export function generationOf(exported: readonly Pick<DatasetSince, 'generation'>[]): number {
  return Math.max(0, ...exported.map(({ generation }) => generation ?? 0));
}

/** Formats a time for display. */
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
      return `A site pack of ${known.study}, ${known.taken ? 'imported' : 'made'} here, last day ${known.expires}`;
    case 'audit-trail':
      return `The audit trail of this data folder as ${known.format}, with ${formatCountOf(known.entries, 'entry', 'entries')}`;
  }
}

function sayDatasets(names: readonly DatasetName[] | null): string {
  return names === null ? 'several datasets' : names.map((name) => datasets[name].title).join(', ');
}

/** A lake is recorded by its manifest alone. */
function isLake(known: KnownFile | null): boolean {
  return known?.what === 'export' && known.format === 'parquet-lake';
}

const lakeWords =
  ' This is the manifest of a lake; its data files were not checked. The next export to the lake compares each with its digest in the manifest.';

/** What the verdict is based on, in a sentence or two. */
export function sayVerdict({ reason, known, claim }: VerifiedFile, moment: Moment): string {
  const ofLake = isLake(known) ? lakeWords : '';
  switch (reason) {
    case 'digest':
      if (known?.restored === true) return `The audit trail that a restored backup brought has this SHA-256.${ofLake}`;
      if (known?.what === 'site-pack' && known.taken) return 'Byte for byte what was imported here: the audit trail has this SHA-256.';
      return `Byte for byte what Carrel wrote: the audit trail has this SHA-256.${ofLake}`;
    case 'id':
      return 'It has the id of this export, but the audit trail has a different SHA-256: the file was changed after it was written.';
    case 'beside':
      return 'The evidence file next to it belongs to this export, but the audit trail has a different SHA-256: the file was changed after it was written, or it is another file with that name.';
    case 'evidence-differs':
      return `The evidence file next to it${sayClaim(claim, moment)} is for a file with a different SHA-256: either this file was changed, or the evidence belongs to another file. The audit trail knows neither.`;
    case 'evidence-only':
      return `The evidence file next to it${sayClaim(claim, moment)} matches it, but it is not in the audit trail of this data folder. It may be an export from another computer, whose Carrel can verify it. The evidence alone proves nothing: anyone who changes a file can also write evidence for it.`;
    case 'claims':
      return `It claims to be an export${sayClaim(claim, moment)}, but that export is not in the audit trail of this data folder. It may come from another computer, whose Carrel can verify it.`;
    case 'site-pack':
      return 'It starts like a site pack, but it was neither made nor imported here. Only opening it can check it fully.';
    case 'nothing':
      return 'The audit trail of this data folder has no such SHA-256. It may be an export from another computer or data folder, a changed export without its evidence file, or not an export at all.';
  }
}

/** How the tables of a changed workbook compare; null if that is unknown. */
export function sayRows({ rows, differs }: VerifiedFile): string | null {
  if (rows === null) return null;
  const { same, by, added } = rows;
  if (differs === 'headings')
    return `The values of its rows are still those ${heldBy[by]}; but headings were changed: they differ from those in its own Codebook.`;
  if (!same)
    return `Its rows or headings are not those ${by === 'trail' ? 'that were exported' : 'recorded as digests in its own About sheet'}.`;
  const sheets = added === 0 ? '' : ` It has ${formatCountOf(added, 'sheet')} not in the export.`;
  const held = `Its rows and headings still hold the values ${heldBy[by]}.${sheets}`;
  if (differs === 'codebook')
    return `${held} Its Codebook sheet was changed: its description of the columns is not what was exported. How the rows are displayed was not compared.`;
  const so = added === 0 ? ' Most likely a spreadsheet program just saved it again.' : '';
  return `${held}${so} How they are displayed, and the contents of the other sheets, were not compared.`;
}

const heldBy = {
  trail: 'that were exported, by the digests in the audit trail',
  file: 'according to the digests in its own About sheet, which a forger could change as well',
} as const;

function sayClaim(claim: VerifiedFile['claim'], moment: Moment): string {
  if (claim === null) return '';
  const at = Number.isNaN(Date.parse(claim.at)) ? '' : `, made ${moment(claim.at)}`;
  return ` (of ${claim.study}${at}, by its own word)`;
}

/** Further remarks, one sentence each. `trail`: what is wrong with the audit trail; null if it is intact. */
export function sayRemarks({ verdict, evidence, known, times, others }: VerifiedFile, trail: string | null): readonly string[] {
  return [
    trail === null ? null : `${trail} Its statements about this file therefore carry less weight.`,
    verdict === 'unchanged' && evidence === 'differs'
      ? 'The evidence file next to it does not belong to this file, was changed, or cannot be read. Do not rely on what it says about filters and proof.'
      : null,
    known?.restored === true
      ? 'This is known only from the audit trail of a restored backup, whose entries anyone who knew its passphrase could have written: it proves no more than where that backup comes from.'
      : null,
    known?.what === 'export' && known.nameless
      ? 'The audit trail says that this export produced no file; these are nevertheless its bytes.'
      : null,
    times > 1
      ? `${formatCountOf(times, 'entry', 'entries')} of the audit trail have this SHA-256: the same rows give the same bytes.`
      : null,
    others.length > 0
      ? `The very same bytes are also an export of ${others.map(({ study, dataset }) => `${sayDatasets(dataset === null ? null : [dataset])} of ${study}`).join(' and of ')}; the file itself does not show which of them it is.`
      : null,
  ].filter((says) => says !== null);
}

/** Whether the data in the cache has changed since: "The data here has changed since: Labs twice (+12 ~3 −0)." */
export function sayCurrency(currency: Currency, study: string): string {
  if (currency.current === null) return unclearSays[currency.why](study);
  if (currency.current)
    return `Current: nothing in ${currency.datasets.map(({ dataset }) => datasets[dataset].title).join(', ')} has changed here since.`;
  const moved = currency.datasets.filter(({ generation, now }) => (now ?? 0) > (generation ?? 0));
  return `The data here has changed since: ${moved.map(sayMoved).join(', ')}.`;
}

function sayMoved({ dataset, passes, counts }: DatasetSince): string {
  const times = passes === 1 ? 'once' : passes === 2 ? 'twice' : `${formatCount(passes)} times`;
  return `${datasets[dataset].title} ${times} (+${formatCount(counts.new)} ~${formatCount(counts.changed)} −${formatCount(counts.vanished)})`;
}

const unclear = 'Whether it is still current is unknown';
const unclearSays: Readonly<Record<Unclear, (study: string) => string>> = {
  gone: (study) => `${unclear}: ${study} is no longer on this computer.`,
  unreadable: (study) => `${unclear}: ${study} cannot be read now.`,
  anew: (study) => `${unclear}: the history of ${study} has been restarted since, so changes cannot be counted from then.`,
  unnamed: () => `${unclear}: only its evidence file says which datasets it contains, and that is missing or does not match.`,
};
