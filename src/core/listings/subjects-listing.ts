import { datasetNames, datasets, type DatasetName } from '../../shared/datasets/datasets.ts';
import type { Column } from '../../shared/datasets/declaration.ts';
import { groupDataset, recordDatasets, type RecordDataset } from '../../shared/datasets/record-datasets.ts';
import { usualLiverWindow } from '../../shared/derive/hys-law.ts';
import { worstOf, type WorstLiver } from '../../shared/derive/liver-screening.ts';
import { asOfOf } from '../store/database/status.ts';
import { subjectSummaries, type SubjectSummary } from '../views/subject-summaries.ts';
import { wallTime, worked, workedNumber, type ListingCell, type MakeListing } from './listing.ts';
import { formatCount, formatCountOf } from '../../shared/format-count.ts';

/** A summary of each subject. */
export const subjectsListing: MakeListing = async ({ study, tally, figures }, { subjects }) => {
  const { screening } = await figures.liver({ subjects, window: usualLiverWindow });
  const worst = new Map(screening.subjects.map(({ subject, peaks }) => [subject, worstOf(peaks)]));
  const summaries = await tally.with((known) => subjectSummaries(study, known, subjects));
  const missing = new Set(datasetNames.filter((name) => asOfOf(study, name) === null && !summaries.some((one) => hasAny(one, name))));
  return {
    columns,
    rows: summaries.map((one) => rowOf(one, worst.get(one.subject) ?? null, missing)),
    says: `${sayCounts(summaries, missing)} Records that name no subject are not counted.${sayMissing(missing)}`,
    anchor: null,
  };
};

function hasAny({ inGroup, records }: SubjectSummary, name: DatasetName): boolean {
  return name === groupDataset ? inGroup : records[name] > 0;
}

/** `missing`: datasets that were never mirrored. */
function sayCounts(summaries: readonly SubjectSummary[], missing: ReadonlySet<DatasetName>): string {
  const all = formatCountOf(summaries.length, 'subject');
  if (missing.has(groupDataset)) return `${all} named by records; the service's Group has never been mirrored.`;
  const listed = summaries.filter(({ inGroup }) => inGroup).length;
  return `${all}: ${formatCount(listed)} listed by the service's Group, ${formatCount(summaries.length - listed)} named only by records.`;
}

function sayMissing(missing: ReadonlySet<DatasetName>): string {
  const names = recordDatasets.filter((name) => missing.has(name)).map((name) => datasets[name].title);
  return names.length === 0 ? '' : ` Never mirrored, and empty here: ${names.join(', ')}.`;
}

function rowOf(
  { records, since, ...one }: SubjectSummary,
  liver: WorstLiver | null,
  missing: ReadonlySet<DatasetName>,
): readonly ListingCell[] {
  return [
    ...[one.subject, missing.has(groupDataset) ? null : one.inGroup ? 'Y' : 'N'],
    ...recordDatasets.map((name) => (missing.has(name) ? null : records[name])),
    ...[dayOf(one.first), dayOf(one.last), one.lastVisit, one.best],
    ...[missing.has('labs') ? null : one.outside, liver?.times ?? null, liver === null ? null : testOf(liver)],
    ...[one.isNew ? 'Y' : null, since.new, since.changed, since.vanished, one.notes, one.followUps, one.uniqueSubject],
  ];
}

/** "ALT", or "ALT, at least" if only a bound is known. */
function testOf({ code, beyond }: WorstLiver): string {
  return beyond === 0 ? code : `${code}, ${beyond > 0 ? 'at least' : 'below'}`;
}

/** The day in local time. */
function dayOf(at: number | null): string | null {
  return wallTime(at)?.slice(0, 10) ?? null;
}

/** How many records of a dataset the subject has; wide enough for the title. */
function records(name: RecordDataset): Column {
  const { title } = datasets[name];
  return workedNumber(
    name,
    title,
    `Records of the subject in ${title}; empty if they have never been mirrored.`,
    0,
    title.length > 8 ? 124 : 92,
  );
}

const leftOut = 'dates before 1990 or after the pass, and those of month or year only, are left out.';
const sinceLooked = 'since the changes were last marked as seen';

const columns = [
  worked('subject', 'Subject', 'Subject study identifier, always text: leading zeros count.', { sdtm: 'SUBJID', width: 160 }),
  worked(
    'in_group',
    'In the Group',
    "Y: the service's list of the study's subjects (its Group) names it; N: only records do. Empty if that list has never been mirrored.",
    {
      width: 116,
    },
  ),
  ...recordDatasets.map(records),
  worked(
    'first',
    'First date',
    `The first day of a result, an assessment or the start of a medication, in local time as sent; ${leftOut}`,
    {
      kind: 'datetime',
      width: 112,
    },
  ),
  worked('last', 'Last date', `The last day of a result, an assessment or the start of a medication, in local time as sent; ${leftOut}`, {
    kind: 'datetime',
    width: 112,
  }),
  worked('last_visit', 'Last visit', 'The visit of the last dated result that names one.', { width: 132 }),
  worked(
    'best_response',
    'Best response',
    'The best response signed after a baseline, up to and including the first progression after it; unconfirmed. Of several courses the best one counts.',
    { width: 152 },
  ),
  workedNumber('out_of_range', 'Out of range', 'Lab results outside the range of their own record.'),
  workedNumber(
    'worst_liver',
    'Worst liver, × ULN',
    'The highest ALT, AST or total bilirubin as a multiple of the upper limit of its own record, at any time.',
    2,
    140,
  ),
  worked('worst_liver_test', 'Of test', 'The test of the worst liver value; “at least” or “below” if only a bound is known.', {
    width: 120,
  }),
  worked('is_new', 'New subject', `Y: the subject’s first records arrived ${sinceLooked}.`, { width: 110 }),
  workedNumber('new_records', 'New', `New records ${sinceLooked}.`, 0, 90),
  workedNumber('changed_records', 'Changed', `Changes of records ${sinceLooked}.`, 0, 100),
  workedNumber('vanished_records', 'Vanished', `Records that vanished ${sinceLooked}.`, 0, 100),
  workedNumber('notes', 'Notes', 'Notes on the subject and on its records.', 0, 90),
  workedNumber('follow_ups', 'Open follow-ups', 'Of these, notes with an open follow-up.', 0, 130),
  worked('unique_subject', 'Unique subject', 'The subject id, unique across studies.', { sdtm: 'USUBJID', width: 200 }),
];
