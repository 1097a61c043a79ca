import type { StudyReader } from '../query/study-directory.ts';
import { quoted, rowTable } from '../store/database/layout.ts';
import { found, type Finding, type FoundRecord } from './finding.ts';
import { whereRare } from './rare.ts';

/** Minimum number of members, and the share of them numbered in one format, for another format to be a mistake. */
const fewestMembers = 10;
const usualShare = 0.9;

/**
 * Finds members of the Group whose number is written in another format than nearly all others: `1-103` next to `01-102`, or a letter among
 * digits.
 */
export function checkSubjectIds({ db }: StudyReader): readonly Finding[] {
  const members = db
    .prepare<[], FoundRecord & { readonly subject: string }>(
      `SELECT "subject" AS key, "subject" AS subject FROM ${quoted(rowTable('subjects'))} WHERE "subject" <> '' ORDER BY "subject"`,
    )
    .all();
  const byShape = [...Map.groupBy(members, ({ subject }) => shapeOf(subject)).values()].sort((left, right) => right.length - left.length);
  const usual = byShape[0]?.length ?? 0;
  if (members.length < fewestMembers || usual < usualShare * members.length) return [];
  return found('other-id-format', 'subjects', whereRare(byShape.slice(1).flat(), members.length));
}

function shapeOf(subject: string): string {
  return subject
    .replaceAll(/\p{N}/gu, '0')
    .replaceAll(/\p{Lu}/gu, 'A')
    .replaceAll(/\p{Ll}/gu, 'a');
}
