import type { ExportPreview } from '../../../shared/calls/export.ts';
import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { Column, HeaderVocabulary } from '../../../shared/datasets/declaration.ts';
import { headerOf } from '../../../shared/datasets/headers.ts';
import { isChecked, type TextVerdict } from '../../../shared/protection.ts';
import type { Selection } from '../../../shared/query.ts';
import { sqlName } from '../../query/columns.ts';
import { compileSelection } from '../../query/compile.ts';
import type { StudyReader } from '../../query/study-directory.ts';
import { sqlRecords } from '../../query/tables.ts';
import { itemsOf } from '../../extract/stored-list.ts';
import { doesLeave, type LeavingTexts } from './leaving-texts.ts';

type PreviewedText = ExportPreview['texts'][number];

/** Maximum number of texts in a preview; nobody reviews more on a screen. */
export const mostShown = 2000;

/** Texts that wait for a person come first. */
const order: readonly TextVerdict[] = ['unseen', 'shared', 'tells', 'allowed', 'usual'];

/**
 * Returns the distinct texts of the columns whose texts are checked one by one, each with its verdict and number of records. Call inside a
 * snapshot.
 */
export function previewTexts(
  study: StudyReader,
  {
    dataset,
    columns,
    selection,
    vocabulary,
  }: { dataset: Dataset; columns: readonly Column[]; selection: Selection; vocabulary: HeaderVocabulary },
  { texts, most }: { readonly texts: LeavingTexts; readonly most: number },
): Pick<ExportPreview, 'texts' | 'textCounts'> {
  const found = columns.filter(isChecked).flatMap((column): readonly PreviewedText[] => {
    const verdictOf = texts.verdictsOf(dataset, column);
    const heading = headerOf(column, vocabulary);
    return [...recordsByText(study, dataset, column, selection)].map(([text, records]) => ({
      ...{ column: column.name, heading, text, records, verdict: verdictOf(text) },
    }));
  });
  const counts = { leave: 0, unseen: 0, tells: 0 };
  for (const { verdict } of found) counts[doesLeave(verdict) ? 'leave' : verdict === 'tells' ? 'tells' : 'unseen']++;
  const shown = found
    .filter(({ verdict }) => verdict !== 'usual')
    .toSorted((left, right) => order.indexOf(left.verdict) - order.indexOf(right.verdict) || right.records - left.records);
  return { texts: shown.slice(0, most), textCounts: counts };
}

/** Items of lists are counted separately. */
function recordsByText({ db }: StudyReader, dataset: Dataset, column: Column, selection: Selection): ReadonlyMap<string, number> {
  const where = compileSelection(dataset, selection);
  const name = sqlName(column);
  const counted = db
    .prepare<unknown[], [string, number]>(
      `SELECT ${name}, count(*) FROM ${sqlRecords(dataset, [column])} WHERE (${where.text}) AND ${name} IS NOT NULL GROUP BY ${name}`,
    )
    .raw()
    .iterate(...where.values);
  const records = new Map<string, number>();
  for (const [text, count] of counted)
    for (const item of column.kind === 'list' ? new Set(itemsOf(text)) : [text]) records.set(item, (records.get(item) ?? 0) + count);
  return records;
}
