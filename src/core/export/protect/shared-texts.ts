import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { isChecked } from '../../../shared/protection.ts';
import { sqlName } from '../../query/columns.ts';
import type { StudyReader } from '../../query/study-directory.ts';
import { quoted, rowTable, sharedTable } from '../../store/layout.ts';

/** Subjects that have a text before it counts as one of the study's own lists: a remark of one or a few is none. */
const leastSharing = 5;

/** By column the texts that are shared. */
export type SharedTexts = ReadonlyMap<string, ReadonlySet<string>>;

/** Whether its texts are of a list that the study has. What is measured or typed in is of none. */
function isShareable(column: Column): boolean {
  return isChecked(column) && column.texts !== 'result' && column.texts !== 'number' && column.texts !== 'change';
}

/** By text whoever has it: one subject, or several. */
type Having = Map<string, string | Set<string>>;

interface Met {
  readonly column: Column;
  readonly having: Having;
}

/**
 * The texts of a dataset that at least so many subjects have; of what is the same in a whole study, the one that all records with any have.
 * One walk over its rows serves all columns: asking SQLite for the different pairs of text and subject, column by column, took ten times as
 * long. Belongs inside a snapshot.
 */
export function readSharedTexts(study: StudyReader, dataset: Dataset): SharedTexts {
  const shareable = dataset.columns.filter(isShareable);
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
  return new Map([...own, ...shared].map((met) => [met.column.name, textsOf(met)]));
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

function sizeOf(subjects: string | Set<string>): number {
  return typeof subjects === 'string' ? 1 : subjects.size;
}

/** Of a list each item is a text of its own. */
function byItem(having: Having): ReadonlyMap<string, Set<string>> {
  const items = new Map<string, Set<string>>();
  for (const [list, subjects] of having)
    for (const item of JSON.parse(list) as readonly string[]) {
      const known = items.get(item) ?? new Set<string>();
      for (const subject of typeof subjects === 'string' ? [subjects] : subjects) known.add(subject);
      items.set(item, known);
    }
  return items;
}
