import type { Dataset } from '../../../shared/datasets/datasets.ts';
import { isDerived, type Column } from '../../../shared/datasets/declaration.ts';
import { noNotes, type CountedNotes } from '../../../shared/export-notes.ts';
import type { Selection, Sort } from '../../../shared/query.ts';
import { treatmentOf } from '../../../shared/protection.ts';
import { subjectColumn } from '../../query/columns.ts';
import type { CachedDataset } from '../../query/columns-in-memory/cached-dataset.ts';
import type { StudyReader } from '../../query/study-directory.ts';
import { fewestCached, findCached, selectMarks, type CachedRows } from '../columns/cached-rows.ts';
import type { EntryColumn } from '../columns/entry-columns.ts';
import { createGarbageCollection } from '../heap-limit.ts';
import { orderedBy, orderProtected } from './cached-order.ts';
import type { LeavingTexts } from './leaving-texts.ts';
import { isNumberShown, leavingNumbers } from './measured-numbers.ts';
import { nothingKnown, ProtectedCells, type LeavingMeans } from './protected-cells.ts';
import { pseudonymOf } from './protected-columns.ts';
import type { Disguise } from './protected-order.ts';

/** What is exported of a dataset, and in which order. */
interface Wanted {
  readonly dataset: Dataset;
  readonly leaving: readonly Column[];
  readonly selection: Selection;
  readonly sort: readonly Sort[];
}

/**
 * Returns the rows of a protected export from the columns cached next to the study's file, like `cachedRows`; a value that many rows share
 * is judged once. The first reading counts in `notes` what is withheld and undated. Returns null if a needed column is not cached, or if
 * SQLite must be asked for the rows. Call inside a snapshot, and read the columns inside it.
 */
export function protectedCached(
  study: StudyReader,
  { dataset, leaving, selection, sort }: Wanted,
  { disguise, texts }: { readonly disguise: Disguise; readonly texts: LeavingTexts },
  notes: CountedNotes,
  fewest = fewestCached,
): CachedRows | null {
  const numbers = leavingNumbers(dataset, texts);
  const order = orderedBy(dataset, sort);
  const needed = [...leaving, ...numbers.beside, ...order, subjectColumn(dataset)];
  const forOrder = [...order, subjectColumn(dataset), ...(order.some(isNumberShown) ? numbers.beside : [])];
  const means: LeavingMeans = { disguise, texts, numbers, known: nothingKnown() };
  const cached = findCached(study, dataset, needed, fewest);
  const marks = cached === null ? null : selectMarks(study, cached, selection);
  if (cached === null || marks === null || !areRead(cached, forOrder)) return null;
  const positions = orderProtected(cached, marks, sort, new ProtectedCells(cached, means));
  if (positions.length < fewest) return null;
  let isCounted = false;
  return {
    rowids: cached.rowids,
    columns: () => {
      const [columns, counts, collectIfGrown]: [EntryColumn[], CountedNotes, () => void] = [[], noNotes(), createGarbageCollection()];
      const again = findCached(study, dataset, needed, fewest);
      for (const column of leaving) {
        const read = readFor(column, dataset, means);
        if (again === null || !areRead(again, read)) return null;
        columns.push(new ProtectedCells(again, means).leaving(column, positions, counts));
        // So that only one column is held at a time, both as mirrored and as exported.
        for (const one of read) again.forget(one);
        collectIfGrown();
      }
      if (!isCounted) {
        notes.withheld += counts.withheld;
        notes.undated += counts.undated;
        isCounted = true;
      }
      return columns;
    },
    positions,
    isNumbered: false,
  };
}

/**
 * Returns the columns to read for a column as exported. For a derived number this includes the cells of its row that decide whether it is
 * exported, unless that is already known.
 */
function readFor(column: Column, dataset: Dataset, { numbers: { beside, derived }, known }: LeavingMeans): readonly Column[] {
  const { treatment } = treatmentOf(column);
  if (known.pseudonyms.has(column.name) && pseudonymOf(column) !== 'subject' && column.kind !== 'list') return [];
  if (treatment === 'day') return known.days.has(column.name) ? [] : [column, subjectColumn(dataset)];
  if (treatment === 'pseudonym' && pseudonymOf(column) === 'subject') return [column, subjectColumn(dataset)];
  if (!isNumberShown(column) || !isDerived(column)) return [column];
  return [column, ...(known.measured === null ? beside : derived.readFrom(column))];
}

/** Whether columns can be read; they are then held. */
function areRead(cached: CachedDataset, columns: readonly Column[]): boolean {
  return columns.every(({ name }) => cached.column(name) !== null);
}
