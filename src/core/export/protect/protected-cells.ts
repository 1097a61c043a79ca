import type { Dataset } from '../../../shared/datasets/datasets.ts';
import { isDerived, type Column } from '../../../shared/datasets/declaration.ts';
import { studyDay } from '../../../shared/derive/study-day.ts';
import type { CountedNotes } from '../../../shared/export-notes.ts';
import { isChecked, treatmentOf } from '../../../shared/protection.ts';
import { subjectColumn } from '../../query/columns.ts';
import type { CachedColumn, CachedDataset, RowOrder } from '../../query/columns-in-memory/cached-dataset.ts';
import { narrowCodes, type Codes } from '../../query/columns-in-memory/codes.ts';
import { entryAt, entryCell, entryColumn, entryText, numberedTexts, textsMade, type EntryColumn } from '../columns/entry-columns.ts';
import { itemsOf } from '../../extract/stored-list.ts';
import { cellLeaves, type LeavingTexts } from './leaving-texts.ts';
import { isNumber, isNumberShown, type LeavingNumbers } from './measured-numbers.ts';
import { pseudonymOf } from './protected-columns.ts';
import type { Disguise } from './protected-order.ts';

/** What decides how cells are exported. */
export interface LeavingMeans {
  readonly disguise: Disguise;
  readonly known: KnownCells;
  readonly texts: LeavingTexts;
  readonly numbers: LeavingNumbers;
}

/** Results shared between ordering and cells, so that a column is not read again. */
export interface KnownCells {
  /** Exported pseudonym columns except those of subjects and lists; by name, like days. */
  readonly pseudonyms: Map<string, EntryColumn>;
  readonly days: Map<string, RowDays>;
  /** By row: 1 if each of its numbers may be a measured one. */
  measured: Uint8Array | null;
}

export function nothingKnown(): KnownCells {
  return { pseudonyms: new Map(), days: new Map(), measured: null };
}

type Counts = Pick<CountedNotes, 'withheld' | 'undated'>;

/** Days by row: an index into `days`, counted from 1; 0 if the row has none. */
interface RowDays {
  readonly cells: Uint32Array;
  readonly days: readonly number[];
  /** 1 if the row has a date without a day. */
  readonly undated: Uint8Array;
}

/** The cells of a dataset as exported, each distinct one computed once. Throws RangeError for a column that is not cached. */
export class ProtectedCells {
  readonly #cached: CachedDataset;
  readonly #dataset: Dataset;
  readonly #means: LeavingMeans;

  constructor(cached: CachedDataset, means: LeavingMeans) {
    this.#cached = cached;
    this.#dataset = cached.dataset;
    this.#means = means;
  }

  /** A column as mirrored. */
  own(column: Column): EntryColumn {
    return entryColumn(cachedColumn(this.#cached, column));
  }

  /** A column as exported; adds the withheld and undated cells of these rows to `counts`. */
  leaving(column: Column, positions: RowOrder, counts: Counts): EntryColumn {
    const { treatment } = treatmentOf(column);
    if (treatment === 'pseudonym') return this.#pseudonyms(column);
    if (treatment === 'day') {
      const { cells, days, undated } = this.days(column);
      for (let at = 0; at < positions.length; at++) counts.undated += undated[positions[at] ?? 0] ?? 0;
      return {
        kind: 'number',
        cells: narrowCodes(cells, days.length),
        entryOf: null,
        ...numberedTexts(days.map(String)),
        numbers: days.length,
      };
    }
    const own = this.own(column);
    if (isNumberShown(column)) return this.#numbersShown(column, own, positions, counts);
    return isChecked(column) ? this.#textsShown(column, own, positions, counts) : own;
  }

  /** The day of each row's date relative to its subject's anchor. */
  days(column: Column): RowDays {
    const { days: known } = this.#means.known;
    const made = known.get(column.name) ?? this.#daysOf(column);
    known.set(column.name, made);
    return made;
  }

  #daysOf(column: Column): RowDays {
    const { days } = this.#means.disguise;
    const [dates, subjects] = [this.own(column), this.own(subjectColumn(this.#dataset))];
    const calendar = tableOf(dates, (date) => days.calendar(this.#dataset.name, String(date)));
    const anchors = tableOf(subjects, (subject) => days.anchor(String(subject)));
    const cells = new Uint32Array(this.#cached.rows);
    const undated = new Uint8Array(this.#cached.rows);
    const known = new Map<number, number>();
    for (let position = 0; position < cells.length; position++) {
      const date = entryAt(dates, position);
      const [day, anchor] = [calendar[date] ?? null, anchors[entryAt(subjects, position)] ?? null];
      if (day === null || anchor === null) {
        if (date !== 0) undated[position] = 1;
        continue;
      }
      const dayNumber = studyDay(anchor, day);
      const number = known.get(dayNumber) ?? known.size + 1;
      known.set(dayNumber, number);
      cells[position] = number;
    }
    return { cells, days: [...known.keys()], undated };
  }

  /** By text number: 1 if the text is exported. */
  textsThatLeave(column: Column, own: EntryColumn): Uint8Array {
    const leaves = cellLeaves(column, this.#means.texts.leavesOf(this.#dataset, column));
    return markedEntries(own, (cell) => leaves(String(cell)));
  }

  /** By row: 1 if its number is exported. */
  numbersThatLeave(column: Column, own: EntryColumn): Uint8Array {
    const { derived } = this.#means.numbers;
    const rows = new Uint8Array(this.#cached.rows).fill(1);
    keepWhere(
      rows,
      own,
      markedEntries(own, (cell) => isNumber(column, cell)),
    );
    if (!isDerived(column)) return rows;
    const measured = (this.#means.known.measured ??= this.#rowsOfNumbers());
    for (let at = 0; at < rows.length; at++) rows[at] = (rows[at] ?? 0) & (measured[at] ?? 0);
    for (const from of derived.readFrom(column)) {
      const read = this.own(from);
      keepWhere(
        rows,
        read,
        markedEntries(read, (cell) => derived.isExported(from, cell)),
      );
    }
    return rows;
  }

  /** By row: 1 if each of its numbers may be a measured one. */
  #rowsOfNumbers(): Uint8Array {
    const rows = new Uint8Array(this.#cached.rows).fill(1);
    for (const column of this.#means.numbers.derived.numbers) {
      const own = this.own(column);
      keepWhere(
        rows,
        own,
        markedEntries(own, (cell) => isNumber(column, cell)),
      );
    }
    return rows;
  }

  /** The pseudonym of each distinct text of a column, with a list as a whole, under the same text numbers. */
  pseudonyms(column: Column): EntryColumn {
    const { pseudonyms: known } = this.#means.known;
    const made = known.get(column.name) ?? this.#pseudonymsOf(column);
    known.set(column.name, made);
    return made;
  }

  #pseudonymsOf(column: Column): EntryColumn {
    const own = this.own(column);
    return { ...own, ...this.#means.disguise.textPseudonyms(pseudonymOf(column), own) };
  }

  #pseudonyms(column: Column): EntryColumn {
    const of = pseudonymOf(column);
    if (of === 'subject') return this.#subjects(this.own(column));
    if (column.kind !== 'list') return this.pseudonyms(column);
    const own = this.own(column);
    const name = (value: string): string => this.#means.disguise.pseudonyms(of, value);
    return { ...own, ...textsMade(own.count, (entry) => JSON.stringify(itemsOf(entryText(own, entry)).map(name))) };
  }

  /** However a subject is written (its number, or with the study's number before it), it has one pseudonym. */
  #subjects(own: EntryColumn): EntryColumn {
    const subjects = this.own(subjectColumn(this.#dataset));
    const cells = new Uint32Array(this.#cached.rows);
    for (let position = 0; position < cells.length; position++) {
      const entry = entryAt(own, position);
      if (entry !== 0) cells[position] = entryAt(subjects, position) || subjects.count + entry;
    }
    const name = (value: string): string => this.#means.disguise.pseudonyms('subject', value);
    const texts = textsMade(subjects.count + own.count, (entry) =>
      name(entry <= subjects.count ? entryText(subjects, entry) : entryText(own, entry - subjects.count)),
    );
    return { kind: own.kind, cells: narrowCodes(cells, texts.count), entryOf: null, ...texts, numbers: 0 };
  }

  #numbersShown(column: Column, own: EntryColumn, positions: RowOrder, counts: Counts): EntryColumn {
    const leaves = this.numbersThatLeave(column, own);
    if (!leaves.includes(0)) return own;
    for (let at = 0; at < positions.length; at++) {
      const position = positions[at] ?? 0;
      if (leaves[position] === 0 && entryAt(own, position) !== 0) counts.withheld++;
    }
    const cells = new Uint32Array(leaves.length);
    for (let position = 0; position < cells.length; position++) if (leaves[position] === 1) cells[position] = entryAt(own, position);
    return { ...own, cells: narrowCodes(cells, own.count), entryOf: null };
  }

  #textsShown(column: Column, own: EntryColumn, positions: RowOrder, counts: Counts): EntryColumn {
    const leaves = this.textsThatLeave(column, own);
    if (!leaves.includes(0)) return own;
    for (let at = 0; at < positions.length; at++) if (leaves[entryAt(own, positions[at] ?? 0)] === 0) counts.withheld++;
    if (own.entryOf === null) return { ...own, cells: keptEntries(own.cells, leaves) };
    return { ...own, entryOf: keptEntries(own.entryOf, leaves) };
  }
}

/** Throws RangeError for a column that is not cached. */
export function cachedColumn(cached: CachedDataset, { name }: Column): CachedColumn {
  const column = cached.column(name);
  if (column === null) throw new RangeError(`The column ${name} is not cached.`);
  return column;
}

/** Maps each distinct cell to a value, by its number. */
function tableOf<T>(own: EntryColumn, of: (cell: string | number) => T): readonly (T | null)[] {
  const table: (T | null)[] = [null];
  for (let entry = 1; entry <= own.count; entry++) table.push(of(entryCell(own, entry)));
  return table;
}

/** By cell number: 1 if `holds` is true for the cell; always 1 for no cell. */
function markedEntries(own: EntryColumn, holds: (cell: string | number) => boolean): Uint8Array {
  const marks = new Uint8Array(own.count + 1).fill(1);
  for (let entry = 1; entry <= own.count; entry++) if (!holds(entryCell(own, entry))) marks[entry] = 0;
  return marks;
}

function keepWhere(rows: Uint8Array, own: EntryColumn, entries: Uint8Array): void {
  if (!entries.includes(0)) return;
  for (let position = 0; position < rows.length; position++)
    rows[position] = (rows[position] ?? 0) & (entries[entryAt(own, position)] ?? 0);
}

/** The same codes without those that are withheld. */
function keptEntries(codes: Codes, leaves: Uint8Array): Codes {
  const kept = codes.slice();
  for (let at = 0; at < kept.length; at++) if (leaves[kept[at] ?? 0] === 0) kept[at] = 0;
  return kept;
}
