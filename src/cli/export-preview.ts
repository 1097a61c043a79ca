import type { ExportPreview } from '../shared/calls/export.ts';
import type { DatasetName } from '../shared/datasets/datasets.ts';
import { anchorWords, treatments, type Treatment } from '../shared/protection.ts';
import { longestAllowedText, mostAllowedTexts } from '../shared/protection-schemas.ts';
import { previewExport } from '../core/export/protect/preview.ts';
import type { StudyReader } from '../core/query/study-directory.ts';
import type { Preview } from './export-arguments.ts';
import { alignColumns } from './text.ts';
import { formatCountOf } from '../shared/format-count.ts';

/** What would be exported of a dataset: the treatment of each column, and counts, without any value of a record. */
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

/** Such a text cannot be a line of the --allow file. */
const unwritable = /[\t\r\n]/;

/**
 * The texts that wait for review, in the form of the --allow file but commented out: removing the # and the space releases one. Texts
 * shared by many subjects come first. The lines contain values of records.
 */
export function* linesToAllow(study: StudyReader, { parts, anchor, vocabulary, allowed }: Preview): Generator<string> {
  yield '# To release a text, remove the # and the space in front of it, then pass this file to --allow.';
  for (const part of parts) {
    // A preview's limit would cut off shared texts, so there is no limit here.
    const { texts } = previewExport(study, { part, anchor, vocabulary, allowed, mostTexts: Number.MAX_SAFE_INTEGER }, 0);
    for (const [verdict, says] of [
      ['shared', 'shared by at least five subjects'],
      ['unseen', 'of fewer subjects'],
    ] as const) {
      const all = texts.filter((one) => one.verdict === verdict);
      const waiting = all.filter(({ text }) => text.length <= longestAllowedText && !unwritable.test(text)).slice(0, mostAllowedTexts);
      if (waiting.length > 0) yield `#\n# ${part.selection.dataset}, ${says}:`;
      for (const { column, text } of waiting) yield `# ${part.selection.dataset}.${column}\t${text}`;
      if (waiting.length < all.length)
        yield `# ${formatCountOf(all.length - waiting.length, 'text')} not listed: too many, too long, or containing a tab or line break. They are withheld.`;
    }
  }
}

/** A summary of the preview for people. */
export function* sayPreview(previewed: readonly PreviewedDataset[], { anchor, texts }: Preview): Generator<string> {
  for (const { dataset, rows, subjects, undated, counts, columns, textCounts } of previewed) {
    const by = treatments.map((treatment) => `${String(counts[treatment])} ${words[treatment][counts[treatment] === 1 ? 0 : 1]}`);
    yield `${dataset}: ${formatCountOf(rows, 'row')} of ${formatCountOf(subjects, 'subject')}, ${formatCountOf(columns.length, 'column')}: ${by.join(', ')}`;
    if (counts.day > 0)
      yield `  Days are counted from ${anchorWords(anchor)}${undated === 0 ? '' : `, which ${formatCountOf(undated, 'subject')} of them ${undated === 1 ? 'lacks' : 'lack'}`}.`;
    yield `  Different texts: ${String(textCounts.leave)} released, ${String(textCounts.unseen)} awaiting review (--texts lists them, --allow releases them), ${String(textCounts.tells)} withheld because they may contain a name or a date.`;
    for (const line of alignColumns(columns.map(({ heading, treatment, reason }) => [`  ${heading}`, treatment, reason]))) yield line;
  }
  if (texts === null) yield 'Nothing was written.';
}
