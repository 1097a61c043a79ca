import type { Condition, Selection, Sort } from '../../shared/query.ts';
import { conditionWords } from '../../shared/condition-words.ts';
import { isDerived, type Column, type DatasetName, type HeaderVocabulary } from '../../shared/datasets/declaration.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import { headerOf } from '../../shared/datasets/headers.ts';
import type { ExportFormat } from '../../shared/contract.ts';
import type { Made } from '../../shared/engine-protocol.ts';
import type { Proof } from '../../shared/status.ts';
import { findColumn } from '../query/columns.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { readStudyStatus } from '../store/status.ts';
import { exportColumns, type ExportPlan } from './export-plan.ts';

/** What an exported table can be defended with: where it is from, what was chosen of it, and how it is known to be complete. */
export interface Evidence {
  readonly made: Made;
  readonly study: string;
  readonly format: ExportFormat;
  readonly headers: HeaderVocabulary;
  readonly datasets: readonly DatasetEvidence[];
}

export interface DatasetEvidence {
  readonly dataset: DatasetName;
  /** Rows in the file, of how many that are mirrored. */
  readonly rows: number;
  readonly of: number;
  readonly columns: readonly ColumnEvidence[];
  /** What narrows the rows, in words; empty where nothing does. */
  readonly filters: readonly string[];
  /** The same as it was asked. */
  readonly query: Query;
  readonly generation: number | null;
  readonly asOf: string | null;
  readonly proof: Proof | null;
}

export interface ColumnEvidence {
  readonly name: string;
  readonly heading: string;
  readonly kind: Column['kind'];
  /** Paths in the resource; empty where Carrel works it out. */
  readonly source: readonly string[];
  /** How it is worked out; null where it was sent. */
  readonly derivation: string | null;
  readonly help: string;
}

interface Query {
  readonly where: readonly Condition[];
  readonly search: string;
  readonly sort: readonly Sort[];
  /** How many subjects it was narrowed to, and single records it is only of or leaves out; null where it was not. */
  readonly subjects: number | null;
  readonly chosen: { readonly mode: 'only' | 'except'; readonly records: number } | null;
}

/** The evidence of what is exported of a dataset, so many rows, from the snapshot that they are read from. */
export function datasetEvidence(study: StudyReader, { selection, sort, columns, vocabulary }: ExportPlan, rows: number): DatasetEvidence {
  const dataset = datasets[selection.dataset];
  const status = readStudyStatus(study).datasets.find((one) => one.dataset === selection.dataset) ?? null;
  return {
    dataset: selection.dataset,
    rows,
    of: status?.records ?? rows,
    columns: exportColumns(dataset, columns).map((column) => columnEvidence(column, vocabulary)),
    filters: filterWords(selection, vocabulary),
    query: {
      where: selection.where,
      search: selection.search,
      sort,
      subjects: selection.subjects?.length ?? null,
      chosen: selection.chosen === null ? null : { mode: selection.chosen.mode, records: selection.chosen.keys.length },
    },
    generation: status?.generation ?? null,
    asOf: status?.asOf ?? null,
    proof: status?.proof ?? null,
  };
}

function columnEvidence(column: Column, vocabulary: HeaderVocabulary): ColumnEvidence {
  const { name, kind, help } = column;
  const heading = headerOf(column, vocabulary);
  return isDerived(column)
    ? { name, heading, kind, source: [], derivation: column.rule, help }
    : { name, heading, kind, source: column.paths, derivation: null, help };
}

function filterWords({ dataset, where, search, subjects, chosen }: Selection, vocabulary: HeaderVocabulary): readonly string[] {
  const words = where.map((condition) => {
    const column = findColumn(datasets[dataset], condition.column);
    return conditionWords(column, condition, headerOf(column, vocabulary));
  });
  if (search !== '') words.push(`Any column contains “${search}”`);
  if (subjects !== null) words.push(`Subject is one of ${String(subjects.length)} named`);
  if (chosen !== null) words.push(`Record is ${chosen.mode === 'only' ? 'one' : 'none'} of ${String(chosen.keys.length)} ticked`);
  return words;
}
