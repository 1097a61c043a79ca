import { inconsistencies } from '../shared/inconsistencies.ts';
import type { DatasetStatus } from '../shared/status.ts';
import { moment } from './text.ts';
import { printable } from '../shared/printable.ts';
import { formatCount, formatCountOf } from '../shared/format-count.ts';

/** Remarks about a dataset in addition to its line in the table, one sentence each; empty if there is nothing to say. */
export function remarksOf(status: DatasetStatus): readonly string[] {
  const remarks = [...pendingReview(status), ...ofProof(status), ...ofSubjects(status), ...ofRecords(status)];
  return remarks.map((remark) => `  ${status.dataset}: ${remark}`);
}

function pendingReview({ pending, records }: DatasetStatus): readonly string[] {
  if (pending === null) return [];
  const { lost, subjects } = pending;
  const fewer = `the copy of ${moment(pending.asOf)} has ${formatCountOf(pending.records, 'record')}, ${formatCount(Math.abs(lost))} ${lost < 0 ? 'more' : 'fewer'}`;
  const whom =
    subjects === undefined || subjects.lost === 0
      ? ''
      : `, and none of ${formatCount(subjects.lost)} of ${formatCountOf(subjects.before, 'subject')}`;
  return [`pending review: ${fewer}${whom}. The earlier ${formatCountOf(records, 'record')} stay until you run sync with --accept-shrink.`];
}

function ofProof({ proof }: DatasetStatus): readonly string[] {
  if (proof === null) return [];
  const remarks: string[] = [];
  if (proof.repeated.length > 0) {
    const reasons = new Set(proof.repeated.flat().map((reason) => inconsistencies[reason]));
    remarks.push(`read ${proof.passes} times, because ${[...reasons].join('; ')}.`);
  }
  if (!proof.confirmed)
    remarks.push('counted, not confirmed: the records add up, but not every page was found unchanged after the last change.');
  if (proof.resumedPages > 0)
    remarks.push(
      `${formatCountOf(proof.resumedPages, 'page')} of ${formatCount(proof.pages)} from an interrupted run, read from ${moment(proof.startedAt)}.`,
    );
  if (proof.drift.length > 0) {
    const names = proof.drift.map(({ kind, name, count: times }) => `${kind} ${printable(name)} (${formatCount(times)})`);
    remarks.push(`not in the interface description: ${listed(names)}.`);
  }
  return remarks;
}

function ofSubjects({ dataset, subjects }: DatasetStatus): readonly string[] {
  if (subjects === null) return [];
  const { outsideGroup, withoutData } = subjects;
  const remarks = outsideGroup === 0 ? [] : [`${formatCountOf(outsideGroup, 'subject')} with records but not in the study's Group.`];
  // A subject without records of one kind is normal; a subject without any records is worth a look.
  return dataset === 'subjects' && withoutData > 0
    ? [...remarks, `${formatCountOf(withoutData, 'member')} of the Group without records.`]
    : remarks;
}

function ofRecords({ issues, quarantined, absent }: DatasetStatus): readonly string[] {
  const remarks: string[] = [];
  if (absent > 0)
    remarks.push(
      `${formatCountOf(absent, 'record')} of an earlier copy ${absent === 1 ? 'is' : 'are'} missing from this one. The next confirmed sync shows whether ${absent === 1 ? 'it' : 'they'} vanished.`,
    );
  if (issues > 0) remarks.push(`${formatCountOf(issues, 'issue')} in records that are stored and shown.`);
  if (quarantined > 0) remarks.push(`${formatCountOf(quarantined, 'entry', 'entries')} kept but not shown in the dataset.`);
  return remarks;
}

const mostNamed = 5;

function listed(names: readonly string[]): string {
  const rest = names.length - mostNamed;
  return rest > 0 ? `${names.slice(0, mostNamed).join(', ')} and ${formatCount(rest)} more` : names.join(', ');
}
