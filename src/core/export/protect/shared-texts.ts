import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { isChecked } from '../../../shared/protection.ts';
import type { CachedColumn } from '../../query/columns-in-memory/cached-dataset.ts';
import { borrowColumns } from '../../query/cached-on-disk/stored-columns.ts';
import { sqlName, subjectColumn } from '../../query/columns.ts';
import { cellsIdentity } from '../../query/snapshot.ts';
import type { StudyReader } from '../../query/study-directory.ts';
import { quoted, rowTable, sharedTable } from '../../store/database/layout.ts';
import { createGarbageCollection } from '../heap-limit.ts';
import { itemsOf } from '../../extract/stored-list.ts';

/** Subjects that must share a text before it counts as one of the study's own lists; a remark about one or a few subjects does not. */
const leastSharing = 5;

/** Shared texts by column. */
export type SharedTexts = ReadonlyMap<string, ReadonlySet<string>>;

/** Whether its texts come from a list of the study. Measured or typed values do not. */
function isShareable(column: Column): boolean {
  return isChecked(column) && column.texts !== 'result' && column.texts !== 'number' && column.texts !== 'change';
}

/** The subjects that have a text: one subject, or several by their numbers or cache entries. */
type Having = Map<string, string | Set<string | number>>;

interface Met {
  readonly column: Column;
  readonly having: Having;
}

/**
 * Returns the texts of a dataset's columns that at least `leastSharing` subjects have. For a column that names the study: the one text that
 * all records with a value have. Cached columns are read from the cache. One scan over the rows serves all others: asking SQLite for
 * distinct pairs of text and subject, column by column, took ten times as long. Call inside a snapshot.
 */
export function readSharedTexts(study: StudyReader, dataset: Dataset, columns: readonly Column[] = dataset.columns): SharedTexts {
  const found = new Map<string, ReadonlySet<string>>();
  const collectIfGrown = createGarbageCollection();
  const subjects = cachedColumn(study, dataset, subjectColumn(dataset));
  const shareable = columns.filter(isShareable).filter((column) => {
    const having = subjects === null ? null : havingCached(cachedColumn(study, dataset, column), subjects);
    if (having !== null) found.set(column.name, textsOf({ column, having }));
    collectIfGrown();
    return having === null;
  });
  if (shareable.length === 0) return found;
  const own = shareable.filter(({ shared }) => shared !== true).map(unmet);
  const shared = shareable.filter((column) => column.shared === true).map(unmet);
  const combinations = new Map<number, Set<string>>();
  const cells = ['"subject"', '_shared', ...own.map(({ column }) => sqlName(column))].join(', ');
  const rows = study.db
    .prepare<[], [subject: string, combination: number, ...texts: (string | null)[]]>(
      `SELECT ${cells} FROM ${quoted(rowTable(dataset.name))} WHERE "subject" IS NOT NULL`,
    )
    .raw();
  for (const [subject, combination, ...texts] of rows.iterate()) {
    const having = combinations.get(combination) ?? new Set<string>();
    combinations.set(combination, having.add(subject));
    texts.forEach((text, at) => {
      meet(own[at], text, subject);
    });
  }
  meetCombinations(study, dataset, shared, combinations);
  for (const met of [...own, ...shared]) found.set(met.column.name, textsOf(met));
  return found;
}

/** Returns a column from the column cache; null if it is not cached. */
function cachedColumn(study: StudyReader, dataset: Dataset, { name }: Column): CachedColumn | null {
  return borrowColumns(study, dataset, cellsIdentity(study, dataset.name))?.column(name) ?? null;
}

/** Returns the subjects of each text, at most as many as needed for sharing; null if the column has no texts or is not cached. */
function havingCached(texts: CachedColumn | null, subjects: CachedColumn): Having | null {
  if (texts?.values.are !== 'texts') return null;
  const [textOf, subjectOf] = [entriesOf(texts), entriesOf(subjects)];
  const { count } = texts.values;
  const met = new Uint32Array((count + 1) * leastSharing);
  for (let position = 0; position < subjects.cells.length; position++) {
    const [text, subject] = [textOf(position), subjectOf(position)];
    if (text === 0 || subject === 0) continue;
    const end = (text + 1) * leastSharing;
    if (met[end - 1] !== 0) continue;
    for (let at = text * leastSharing; at < end; at++) {
      const known = met[at];
      if (known === subject) break;
      if (known !== 0) continue;
      met[at] = subject;
      break;
    }
  }
  const having: Having = new Map();
  for (let text = 1; text <= count; text++) {
    const of = new Set(met.subarray(text * leastSharing, (text + 1) * leastSharing));
    of.delete(0);
    if (of.size > 0) having.set(texts.values.texts.get(text), of);
  }
  return having;
}

/** Returns a function from a row's position to its value number, 0 if it has none. */
function entriesOf({ cells, valueOf }: CachedColumn): (position: number) => number {
  if (valueOf === null) return (position) => cells[position] ?? 0;
  return (position) => valueOf[cells[position] ?? 0] ?? 0;
}

function unmet(column: Column): Met {
  return { column, having: new Map() };
}

function meetCombinations(
  { db }: StudyReader,
  dataset: Dataset,
  shared: readonly Met[],
  combinations: ReadonlyMap<number, Set<string>>,
): void {
  const cells = ['_id', ...shared.map(({ column }) => sqlName(column))].join(', ');
  const rows = db
    .prepare<[], [combination: number, ...texts: (string | null)[]]>(`SELECT ${cells} FROM ${quoted(sharedTable(dataset.name))}`)
    .raw();
  for (const [combination, ...texts] of rows.iterate())
    for (const subject of combinations.get(combination) ?? [])
      texts.forEach((text, at) => {
        meet(shared[at], text, subject);
      });
}

function meet(met: Met | undefined, text: string | null, subject: string): void {
  if (met === undefined || text === null) return;
  const known = met.having.get(text);
  if (known === undefined) met.having.set(text, subject);
  else if (typeof known === 'object') known.add(subject);
  else if (known !== subject) met.having.set(text, new Set([known, subject]));
}

function textsOf({ column, having }: Met): ReadonlySet<string> {
  // A text that only one subject's records have may belong to that subject.
  if (column.texts === 'study')
    return new Set(having.size === 1 && [...having.values()].every((of) => sizeOf(of) > 1) ? having.keys() : []);
  const shared = [...(column.kind === 'list' ? byItem(having) : having)].filter(([, subjects]) => sizeOf(subjects) >= leastSharing);
  return new Set(shared.map(([text]) => text));
}

function sizeOf(subjects: string | Set<string | number>): number {
  return typeof subjects === 'string' ? 1 : subjects.size;
}

/** Counts each item of a list as a separate text. */
function byItem(having: Having): ReadonlyMap<string, Set<string | number>> {
  const items = new Map<string, Set<string | number>>();
  for (const [list, subjects] of having)
    for (const item of itemsOf(list)) {
      const known = items.get(item) ?? new Set<string | number>();
      for (const subject of typeof subjects === 'string' ? [subjects] : subjects) known.add(subject);
      items.set(item, known);
    }
  return items;
}
