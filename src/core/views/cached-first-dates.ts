import { plausibleBounds, wholeDate } from '../../shared/derive/plausible-date.ts';
import { textColumn } from '../query/columns-in-memory/cached-columns.ts';
import type { CachedTexts } from '../query/columns-in-memory/cached-dataset.ts';
import { borrowColumns } from '../query/cached-on-disk/stored-columns.ts';
import { subjectColumn } from '../query/columns.ts';
import { cellsIdentity } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import type { AnchorPlace, FirstDates } from '../store/flip/anchor-days.ts';
import { asOfOf } from '../store/database/status.ts';

/**
 * Returns the first dates of subjects at a place, from the columns cached next to the study's file: SQLite takes two seconds for those of a
 * million rows. Returns null if a needed column is not cached. Call inside a snapshot.
 */
export function cachedFirstDates(study: StudyReader, { dataset, date, labelled }: AnchorPlace): FirstDates | null {
  const cached = study.gradedBy === undefined ? borrowColumns(study, dataset, cellsIdentity(study, dataset.name)) : null;
  if (cached === null) return null;
  const [dates, subjects] = [textColumn(cached, date), textColumn(cached, subjectColumn(dataset).name)];
  const labels = labelled === null ? null : textColumn(cached, labelled.column);
  if (dates === null || subjects === null || (labelled !== null && labels === null)) return null;
  const counts = countingDates(dates.values, plausibleBounds(asOfOf(study, dataset.name)));
  const isWanted = labels === null ? null : markedTexts(labels.values, labelled?.labels ?? []);
  // Texts are numbered in byte order, which is also the order of complete dates.
  const first = new Uint32Array(subjects.values.count + 1);
  for (let position = 0; position < cached.rows; position++) {
    const [number, subject] = [dates.at(position), subjects.at(position)];
    if (counts[number] !== 1 || subject === 0 || (isWanted !== null && isWanted[labels?.at(position) ?? 0] !== 1)) continue;
    const known = first[subject] ?? 0;
    if (known === 0 || number < known) first[subject] = number;
  }
  return namedDates(first, subjects.values, dates.values);
}

/** By date number: 1 if the date is complete and plausible for a record. */
function countingDates(
  { texts, times, count }: CachedTexts,
  { first, last }: { readonly first: number; readonly last: number },
): Uint8Array {
  const marks = new Uint8Array(count + 1);
  for (let number = 1; number <= count; number++) {
    const time = times?.[number] ?? Number.NaN;
    if (time >= first && time <= last && texts.get(number).length >= wholeDate) marks[number] = 1;
  }
  return marks;
}

/** By text number: 1 if it is one of these. */
function markedTexts({ texts, count }: CachedTexts, wanted: readonly string[]): Uint8Array {
  const marks = new Uint8Array(count + 1);
  for (const text of wanted) marks[texts.find(text)] = 1;
  marks[0] = 0;
  return marks;
}

function* namedDates(first: Uint32Array, subjects: CachedTexts, dates: CachedTexts): Generator<readonly [string, string]> {
  for (let subject = 1; subject < first.length; subject++) {
    const number = first[subject] ?? 0;
    if (number > 0) yield [subjects.texts.get(subject), dates.texts.get(number).slice(0, wholeDate)];
  }
}
