import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { isChecked } from '../../../shared/protection.ts';
import type { CachedColumn } from '../../query/columns-in-memory/cached-dataset.ts';
import { borrowColumns } from '../../query/kept-on-disk/stored-columns.ts';
import { sqlName, subjectColumn } from '../../query/columns.ts';
import { cellsIdentity } from '../../query/snapshot.ts';
import type { StudyReader } from '../../query/study-directory.ts';
import { quoted, rowTable, sharedTable } from '../../store/layout.ts';
import { createTidy } from '../thrift.ts';

/** Subjects that have a text before it counts as one of the study's own lists: a remark of one or a few is none. */
const leastSharing = 5;

/** By column the texts that are shared. */
export type SharedTexts = ReadonlyMap<string, ReadonlySet<string>>;

/** Whether its texts are of a list that the study has. What is measured or typed in is of none. */
function isShareable(column: Column): boolean {
  return isChecked(column) && column.texts !== 'result' && column.texts !== 'number' && column.texts !== 'change';
}

/** By text whoever has it: one subject, or several, by their numbers or by the numbers of those. */
type Having = Map<string, string | Set<string | number>>;

interface Met {
  readonly column: Column;
  readonly having: Having;
}

/**
 * The texts of a dataset's columns that at least so many subjects have; of what is the same in a whole study, the one that all records with any have.
 * Columns that are kept beside the study's file are read there. One walk over the rows serves all others: asking SQLite for the different pairs
 * of text and subject, column by column, took ten times as long. Belongs inside a snapshot.
 */
export function readSharedTexts(study: StudyReader, dataset: Dataset, columns: readonly Column[] = dataset.columns): SharedTexts {
  const found = new Map<string, ReadonlySet<string>>();
  const tidy = createTidy();
  const subjects = cachedColumn(study, dataset, subjectColumn(dataset));
  const shareable = columns.filter(isShareable).filter((column) => {
    const having = subjects === null ? null : havingCached(cachedColumn(study, dataset, column), subjects);
    if (having !== null) found.set(column.name, textsOf({ column, having }));
    tidy();
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

/** A column that is kept beside the study's file; null where it is not. */
function cachedColumn(study: StudyReader, dataset: Dataset, { name }: Column): CachedColumn | null {
  return borrowColumns(study, dataset, cellsIdentity(study, dataset.name))?.column(name) ?? null;
}

/** By text the subjects that have it, of each as many as it takes to share it; null where the column has no texts, or is not kept. */
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

/** Gives the number of a row's value by its position, 0 where it has none. */
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
  // What the records of a single subject have may be that subject's.
  if (column.texts === 'study')
    return new Set(having.size === 1 && [...having.values()].every((of) => sizeOf(of) > 1) ? having.keys() : []);
  const shared = [...(column.kind === 'list' ? byItem(having) : having)].filter(([, subjects]) => sizeOf(subjects) >= leastSharing);
  return new Set(shared.map(([text]) => text));
}

function sizeOf(subjects: string | Set<string | number>): number {
  return typeof subjects === 'string' ? 1 : subjects.size;
}

/** Of a list each item is a text of its own. */
function byItem(having: Having): ReadonlyMap<string, Set<string | number>> {
  const items = new Map<string, Set<string | number>>();
  for (const [list, subjects] of having)
    for (const item of JSON.parse(list) as readonly string[]) {
      const known = items.get(item) ?? new Set<string | number>();
      for (const subject of typeof subjects === 'string' ? [subjects] : subjects) known.add(subject);
      items.set(item, known);
    }
  return items;
}
