import { inconsistencies } from '../../../shared/inconsistencies.ts';
import type { DatasetStatus, Proof, StudyStatus } from '../../../shared/status.ts';
import { computersTime, sayWrongClock, wrongClockOf } from '../../../shared/wrong-clock.ts';
import { formatDay, formatMoment, formatSpan, formatTime } from '../../ui/format/dates.ts';
import { addsUp, listed, titlesOf } from '../../ui/parts/as-of.ts';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';

/** One check: its name, its result, and whether it supports the copy (null if neutral). */
export interface ProofFact {
  readonly name: string;
  readonly says: string;
  readonly good: boolean | null;
}

/** What no proof can show. */
export const limits = {
  lead: 'A confirmed copy is a state the service was in, as far as its pages show. Reading pages can never reveal two things:',
  unseen: [
    'A change that was undone between two readings of the same page.',
    'A page that the service itself assembled from two states of its data.',
  ],
  then: 'Later changes arrive with the next sync.',
} as const;

/** Whether the copy can be relied on, and why. */
export function verdictOf(status: StudyStatus): { readonly good: boolean; readonly title: string; readonly says: string } {
  const { datasets } = status;
  const missing = datasets.filter(({ proof }) => proof === null);
  const pending = datasets.filter(({ pending }) => pending !== null);
  const failed = datasets.filter(({ error }) => error !== null);
  const unnamed = datasets.filter((dataset) => dataset.proof !== null && !addsUp(dataset));
  if (missing.length > 0) {
    const all = missing.length === datasets.length;
    return {
      good: false,
      title: all ? 'No dataset has been mirrored yet' : `${titlesOf(missing)} never completed`,
      says: all ? 'A sync reads them from the service.' : 'Proven datasets are listed below. Sync again to read the rest.',
    };
  }
  if (pending.length + failed.length > 0) {
    const unread = failed.length === 0 ? '' : unreadWords(failed, datasets);
    return {
      good: false,
      title: pending.length > 0 ? `${titlesOf(pending)}: your decision is needed` : unread,
      says: `${pending.length > 0 && unread !== '' ? `${unread}. ` : ''}The earlier copy is shown: it was proven when it was read, and is complete as of the time below.`,
    };
  }
  const counted = datasets.filter(({ proof }) => proof?.confirmed === false);
  if (counted.length > 0) {
    return {
      good: false,
      title: `Counted at ${earliestOf(datasets)}, not confirmed${counted.length === datasets.length ? '' : `: ${titlesOf(counted)}`}`,
      says: 'Every page was read and the records add up, but not every page was found unchanged after the last change. A record that moved to another page meanwhile may be missing. A sync while the data is not changing will confirm the copy.',
    };
  }
  if (unnamed.length > 0) {
    return {
      good: false,
      title: `${titlesOf(unnamed)}: the count is not confirmed`,
      says: 'The service reported no total. The pages are complete without gaps, and no record came twice.',
    };
  }
  return {
    good: true,
    title: `Complete as of ${earliestOf(datasets)}`,
    says: 'Each dataset was read to its last page and has as many entries as the service reported, before and after. No record came twice. Every page was found unchanged by a request sent after the last answer with new data, so the copy is a state the service was in.',
  };
}

/** "Labs and vitals could not be refreshed"; does not list the datasets if all failed. */
function unreadWords(failed: readonly DatasetStatus[], datasets: readonly DatasetStatus[]): string {
  return failed.length === datasets.length ? 'None of the datasets could be refreshed' : `${titlesOf(failed)} could not be refreshed`;
}

/** Records and pages of one dataset, for its summary line. */
export function summaryOf({ proof, records }: DatasetStatus): string {
  return proof === null ? 'never completed' : `${formatCountOf(records, 'record')} on ${formatCountOf(proof.pages, 'page')}`;
}

/** Anything unusual about one dataset, in a few words each. */
export function remarksOf(dataset: DatasetStatus): readonly string[] {
  const { proof, subjects, pending, error } = dataset;
  if (proof === null) return [];
  return [
    ...(pending === null ? [] : ['your decision']),
    ...(error === null ? [] : ['not updated']),
    ...(proof.confirmed ? [] : ['not confirmed']),
    ...(addsUp(dataset) ? [] : ['no total']),
    ...(proof.passes > 1 ? [`${formatCount(proof.passes)} passes`] : []),
    ...(proof.resumedPages > 0 ? ['resumed'] : []),
    ...(subjects !== null && subjects.outsideGroup > 0 ? [`${formatCount(subjects.outsideGroup)} outside the Group`] : []),
    ...(proof.drift.length > 0 ? [`${formatCount(proof.drift.length)} not described`] : []),
  ];
}

/** All checks of one dataset, in display order. */
export function factsOf({ dataset, proof, quarantined, absent }: DatasetStatus): readonly ProofFact[] {
  if (proof === null) return [];
  return [
    { name: 'Read', says: readWords(proof), good: null },
    totalFact(proof),
    {
      name: 'Pages',
      says: `${formatCountOf(proof.pages, 'page')} with ${formatCountOf(proof.entries, 'entry', 'entries')}${dataset === 'subjects' ? ': the study’s Group' : ''}`,
      good: proof.totalAtEnd === null ? null : proof.entries === proof.totalAtEnd,
    },
    {
      name: 'Records',
      says: `${formatCountOf(proof.distinct, 'record key')}, each different${quarantined === 0 ? '' : `; ${formatCountOf(quarantined, 'entry', 'entries')} set aside as unreadable`}`,
      good: true,
    },
    ...(absent === 0 ? [] : [{ name: 'Absent', says: absentWords(absent), good: false }]),
    { name: 'Passes', says: passWords(proof), good: null },
    { name: 'Confirmed', says: confirmedWords(proof), good: proof.confirmed },
    ...clockFacts(proof),
  ];
}

function absentWords(absent: number): string {
  const they = absent === 1 ? 'it' : 'they';
  return `${formatCountOf(absent, 'record')} of an earlier copy ${absent === 1 ? 'is' : 'are'} missing from this one; the next confirmed sync shows whether ${they} vanished`;
}

function readWords({ startedAt, endedAt, resumedPages, pages }: Proof): string {
  const span = formatSpan(startedAt, endedAt);
  if (resumedPages === 0) return span;
  const since = formatDay(startedAt) === formatDay(endedAt) ? formatTime(startedAt) : formatMoment(startedAt);
  return `${span}. ${formatCount(resumedPages)} of ${formatCountOf(pages, 'page')} had been read before an interruption, from ${since} on, and were reused.`;
}

function confirmedWords({ confirmed, confirmedAt, secondLook, wholeStudy, rounds, pages }: Proof): string {
  const times = `in ${formatCountOf(rounds, 'round')} of reading`;
  if (confirmed && confirmedAt !== null) {
    const whom = wholeStudy ? ', all datasets of that sync as of the same moment' : ', this dataset only';
    return `${pages === 1 ? 'The page' : 'Every page'} found unchanged after ${formatMoment(confirmedAt)}, ${times}${whom}`;
  }
  return secondLook
    ? `Not requested; ${pages === 1 ? 'the page' : 'first and last page'} read again at the end: unchanged`
    : `No: the data kept changing, ${times}`;
}

/** Empty unless the computer's clock was wrong. */
function clockFacts(proof: Proof): readonly ProofFact[] {
  const ahead = wrongClockOf(proof);
  if (ahead === null) return [];
  const [here, there] = [computersTime(proof.endedAt, ahead), proof.endedAt].map(formatMoment);
  return [
    {
      name: 'Clock',
      says: `This computer’s clock was ${sayWrongClock(ahead)}: ${here ?? ''} here when it was ${there ?? ''} there. All times are the service’s`,
      good: false,
    },
  ];
}

function totalFact({ totalAtStart, totalAtEnd, pages }: Proof): ProofFact {
  const name = 'Total named';
  if (totalAtStart === null || totalAtEnd === null)
    return { name, says: 'The service reported none, so the count is not confirmed', good: false };
  const [start, end] = [formatCount(totalAtStart), formatCount(totalAtEnd)];
  return totalAtStart === totalAtEnd
    ? { name, says: pages === 1 ? `${start}, on the only page` : `${start} on the first page, the same on the last`, good: true }
    : { name, says: `${start} on the first page, ${end} on the last`, good: false };
}

/** "One: the pages were consistent at once", or why each earlier pass was discarded. */
function passWords({ passes, repeated }: Proof): string {
  if (passes === 1) return 'One: the pages were consistent at once';
  const why = repeated.map(
    (reasons, place) => `Pass ${String(place + 1)} was discarded: ${listed(reasons.map((reason) => inconsistencies[reason]))}.`,
  );
  return [...why, `Pass ${formatCount(passes)} is shown.`].join(' ');
}

/** Compares the subjects of a dataset with the study's Group in both directions; null if they were never compared. */
export function groupWords({ dataset, subjects }: DatasetStatus): { readonly withData: string; readonly outside: string } | null {
  if (subjects === null) return null;
  const { seen, members, outsideGroup, withoutData } = subjects;
  const noun = dataset === 'subjects' ? 'any data' : datasetTitles[dataset].toLowerCase();
  const withData = members - withoutData;
  const all = withoutData === 0 && members > 0;
  return {
    withData: `${all ? `All ${formatCount(members)}` : `${formatCount(withData)} of ${formatCount(members)}`} members of the Group have ${noun}${all ? '' : `; ${formatCount(withoutData)} ${withoutData === 1 ? 'has' : 'have'} none`}`,
    outside:
      outsideGroup === 0
        ? `${seen === 1 ? 'The one subject' : `All ${formatCountOf(seen, 'subject')}`} with ${noun} ${seen === 1 ? 'is a member' : 'are members'}`
        : `${formatCount(outsideGroup)} of ${formatCountOf(seen, 'subject')} with ${noun} ${outsideGroup === 1 ? 'is' : 'are'} not in the Group`,
  };
}

function earliestOf(datasets: readonly DatasetStatus[]): string {
  const [moment] = datasets.flatMap(({ asOf }) => (asOf === null ? [] : [asOf])).toSorted();
  return moment === undefined ? '' : formatMoment(moment);
}
