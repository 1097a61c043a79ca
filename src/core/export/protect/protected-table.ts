import { datasets, type Dataset } from '../../../shared/datasets/datasets.ts';
import { isDerived, type Column } from '../../../shared/datasets/declaration.ts';
import { noNotes, type CountedNotes } from '../../../shared/export-notes.ts';
import { isChecked, treatmentOf } from '../../../shared/protection.ts';
import type { AllowedTexts } from '../../../shared/protection-schemas.ts';
import { subjectColumn } from '../../query/columns.ts';
import { cellFetcher } from '../../query/fetch-cells.ts';
import type { StoredRow, StoredValue } from '../../query/fetch-rows.ts';
import { selectRowids } from '../../query/rows.ts';
import type { StudyReader } from '../../query/study-directory.ts';
import type { Protection } from '../../vault/settings/recipients.ts';
import type { ExportPart } from '../export-plan.ts';
import { cachedTable, tableOver, type ExportTable, type ReadRows } from '../export-table.ts';
import { readAnchors, type Anchors } from '../../views/anchors.ts';
import { itemsOf } from '../../extract/stored-list.ts';
import { cellLeaves, leavingTexts, type LeavingTexts } from './leaving-texts.ts';
import { isNumberShown, leavingNumbers, type LeavingNumbers } from './measured-numbers.ts';
import { protectedColumn, pseudonymOf, splitColumns } from './protected-columns.ts';
import { selectProtectedRowids, type Disguise } from './protected-order.ts';
import { daysOf } from './protected-days.ts';
import { protectedCached } from './protected-cached.ts';
import { createPseudonyms, createTextPseudonyms } from './pseudonyms.ts';

/** A study as exported for one recipient. */
export interface ProtectedStudy {
  readonly anchors: Anchors;
  readonly texts: LeavingTexts;
  /** Like `openTable`, with pseudonyms and days; `notes` counts what is withheld and undated in the first reading of its rows. */
  readonly table: (part: ExportPart, notes: CountedNotes) => ExportTable;
  /** The first rows in the order of the mirror as exported, up to `most`. */
  readonly sample: (part: ExportPart, most: number) => ExportTable;
}

/** A table without its rows. */
interface Shape extends Pick<ExportTable, 'dataset' | 'columns' | 'leftOut'> {
  readonly dataset: Dataset;
  /** The columns as declared. */
  readonly leaving: readonly Column[];
}

/**
 * Call inside a snapshot, and read its tables inside it. Fewer rows than `fewest` are always read from the store. Throws USAGE if the
 * anchor does not occur in the study.
 */
export function protectStudy(study: StudyReader, protection: Protection, allowed: AllowedTexts, fewest?: number): ProtectedStudy {
  const anchors = readAnchors(study, protection.anchor);
  const pseudonyms = createPseudonyms(protection.salt, study.study);
  const textPseudonyms = createTextPseudonyms(protection.salt, study.study, pseudonyms);
  const disguise: Disguise = { pseudonyms, textPseudonyms, days: daysOf(study, anchors) };
  const texts = leavingTexts(study, allowed);
  const shapeOf = (part: ExportPart): Shape => {
    const dataset = datasets[part.selection.dataset];
    const { leaving, leftOut } = splitColumns(dataset, part.columns);
    return { dataset, leaving, columns: leaving.map((column) => protectedColumn(column, protection)), leftOut };
  };
  const readingOf = ({ dataset, leaving }: Shape, notes: CountedNotes): (() => ReadRows) => {
    const read = rowReader(study, dataset, leaving, { disguise, texts });
    let readings = 0;
    return () => {
      const counted = readings++ === 0 ? notes : noNotes();
      return (wanted) => read(wanted, counted);
    };
  };
  return {
    anchors,
    texts,
    table: (part, notes) => {
      const { selection, sort } = part;
      const shape = shapeOf(part);
      const { dataset, leaving } = shape;
      const reading = readingOf(shape, notes);
      const cached = protectedCached(study, { dataset, leaving, selection, sort }, { disguise, texts }, notes, fewest);
      if (cached !== null) return cachedTable(shape, cached, reading);
      return tableOver({ ...shape, rowids: selectProtectedRowids(study, dataset, selection, sort, disguise, texts) }, reading);
    },
    sample: (part, most) => {
      const { selection, sort } = part;
      const shape = shapeOf(part);
      return tableOver({ ...shape, rowids: selectRowids(study, shape.dataset, selection, sort, most) }, readingOf(shape, noNotes()));
    },
  };
}

interface Means {
  readonly disguise: Disguise;
  readonly texts: LeavingTexts;
}

/** What a treatment needs to know about a row: its subject, and the cells that decide whether a derived number is exported. */
interface RowKnown {
  readonly subject: string | null;
  readonly beside: readonly StoredValue[];
}

type Treat = (cell: StoredValue, row: RowKnown, notes: CountedNotes) => StoredValue;

/** Reads rows by row number as exported, without their row numbers. */
function rowReader(
  study: StudyReader,
  dataset: Dataset,
  columns: readonly Column[],
  means: Means,
): (rowids: readonly number[], notes: CountedNotes) => readonly StoredRow[] {
  const numbers = leavingNumbers(dataset, means.texts);
  const beside = columns.some((column) => isNumberShown(column) && isDerived(column)) ? numbers.beside : [];
  const fetch = cellFetcher(study, dataset, [subjectColumn(dataset), ...columns, ...beside]);
  const treats = columns.map((column) => treatmentIn(dataset, column, means, numbers));
  const first = 2;
  return (rowids, notes) =>
    fetch(rowids).map((row) => {
      const known: RowKnown = { subject: textOf(row[1]), beside: row.slice(first + columns.length) };
      return [null, ...treats.map((treat, at) => treat(row[first + at] ?? null, known, notes))];
    });
}

function textOf(cell: StoredValue | undefined): string | null {
  return typeof cell === 'string' ? cell : null;
}

function treatmentIn(dataset: Dataset, column: Column, { disguise, texts }: Means, numbers: LeavingNumbers): Treat {
  const { treatment } = treatmentOf(column);
  if (treatment === 'pseudonym') {
    const of = pseudonymOf(column);
    const name = (value: string): string => disguise.pseudonyms(of, value);
    // However a subject is written (its number, or with the study's number before it), it has one pseudonym.
    if (of === 'subject') return (cell, { subject }) => (typeof cell === 'string' ? name(subject ?? cell) : null);
    if (column.kind !== 'list') return (cell) => (typeof cell === 'string' ? name(cell) : null);
    return (cell) => (typeof cell === 'string' ? JSON.stringify(itemsOf(cell).map(name)) : null);
  }
  if (treatment === 'day')
    return (cell, { subject }, notes) => {
      if (typeof cell !== 'string') return null;
      const day = disguise.days.of(dataset.name, subject, cell);
      if (day === null) notes.undated++;
      return day;
    };
  if (isNumberShown(column))
    return (cell, { beside }, notes) => {
      if (numbers.doesLeave(column, cell, beside)) return cell;
      if (cell !== null) notes.withheld++;
      return null;
    };
  if (!isChecked(column)) return (cell) => cell;
  const leaves = cellLeaves(column, texts.leavesOf(dataset, column));
  return (cell, _row, notes) => {
    if (typeof cell !== 'string' || leaves(cell)) return cell;
    notes.withheld++;
    return null;
  };
}
