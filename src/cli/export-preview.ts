import type { ExportPreview } from '../shared/calls/export.ts';
import type { DatasetName } from '../shared/datasets/declaration.ts';
import { anchorWords, treatments, type Treatment } from '../shared/protection.ts';
import { previewExport } from '../core/export/protect/preview.ts';
import type { StudyReader } from '../core/query/study-directory.ts';
import type { Preview } from './export-arguments.ts';
import { alignColumns, counted } from './text.ts';

/** What would leave of a dataset: what becomes of each column, and counts; no value of a record. */
export interface PreviewedDataset extends Omit<ExportPreview, 'sample' | 'texts'> {
  readonly dataset: DatasetName;
  readonly counts: Readonly<Record<Treatment, number>>;
}

export function previewDatasets(study: StudyReader, { parts, anchor, vocabulary, allowed }: Preview): readonly PreviewedDataset[] {
  return parts.map((part) => {
    const { columns, rows, subjects, undated, textCounts } = previewExport(study, { part, anchor, vocabulary, allowed }, 0);
    const counts = Object.fromEntries(
      treatments.map((treatment) => [treatment, columns.filter((column) => column.treatment === treatment).length]),
    ) as Record<Treatment, number>;
    return { dataset: part.selection.dataset, rows, subjects, undated, counts, columns, textCounts };
  });
}

const words: Readonly<Record<Treatment, readonly [one: string, many: string]>> = {
  kept: ['kept', 'kept'],
  pseudonym: ['pseudonym', 'pseudonyms'],
  day: ['day', 'days'],
  dropped: ['dropped', 'dropped'],
};

/** The same for people. */
export function* sayPreview(previewed: readonly PreviewedDataset[], { anchor }: Preview): Generator<string> {
  for (const { dataset, rows, subjects, undated, counts, columns, textCounts } of previewed) {
    const by = treatments.map((treatment) => `${String(counts[treatment])} ${words[treatment][counts[treatment] === 1 ? 0 : 1]}`);
    yield `${dataset}: ${counted(rows, 'row')} of ${counted(subjects, 'subject')}, ${counted(columns.length, 'column')}: ${by.join(', ')}`;
    if (counts.day > 0)
      yield `  Days are counted from ${anchorWords(anchor)}${undated === 0 ? '' : `, which ${counted(undated, 'subject')} of them ${undated === 1 ? 'has' : 'have'} not`}.`;
    yield `  Different texts: ${String(textCounts.leave)} leave, ${String(textCounts.unseen)} stay as nobody let them leave (--allow, or the window), ${String(textCounts.tells)} stay as they may name somebody or a date.`;
    for (const line of alignColumns(columns.map(({ heading, treatment, reason }) => [`  ${heading}`, treatment, reason]))) yield line;
  }
  yield 'Nothing was written.';
}
