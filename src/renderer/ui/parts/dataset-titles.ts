import type { CSSProperties } from 'react';
import { datasets, mapDatasets, type Dataset } from '../../../shared/datasets/datasets.ts';
import type { CopiedRecords } from '../../../shared/calls/clipboard.ts';
import { saySubjects, type SubjectsMeant } from '../../../shared/subjects-meant.ts';
import { widest } from '../format/text-width.ts';
import { formatCountOf } from '../../../shared/format-count.ts';

/** One word a dataset, for rail, cards and sentences. */
export const datasetTitles = mapDatasets(({ title }) => title);

/** "Lab result": what one record is. */
export function singularTitle({ singular }: Dataset): string {
  return singular.charAt(0).toUpperCase() + singular.slice(1);
}

/** "lab results": what its records are. */
export function pluralWords({ singular }: Dataset): string {
  return `${singular}s`;
}

/** "12 rows of labs, of 3 of 201 subjects", "1 lab result", "3 lines of several datasets": what a copy holds. */
export function copiedWords({ dataset, form, rows, meant }: CopiedRecords): string {
  if (form === 'record' && dataset !== null) return `1 ${datasets[dataset].singular}`;
  const from = dataset === null ? 'several datasets' : datasetTitles[dataset].toLowerCase();
  return `${formatCountOf(rows, form === 'marked' ? 'line' : 'row')} of ${from}${whomWords(meant)}`;
}

/** ", of 3 of 201 subjects"; nothing without a subject filter. */
export function whomWords(meant: SubjectsMeant | null): string {
  return meant === null ? '' : `, of ${saySubjects(meant)}`;
}

/** Left and right of an identifier in its cell, in pixels; no column of subjects is narrower or wider than these. */
const beside = 22;
const narrowest = 66;
const mostWide = 320;

/** How wide a column of these subjects has to be, in pixels. */
export function subjectPixels(subjects: Iterable<string>): number {
  return Math.min(mostWide, Math.max(narrowest, Math.ceil(widest(subjects, { weight: 600 })) + beside));
}

/** `--subject-column` for a table, list or matrix: as wide as the longest of its subjects, so that each is read whole. */
export function subjectWidth(subjects: Iterable<string>): CSSProperties {
  return { '--subject-column': `${String(subjectPixels(subjects))}px` } as CSSProperties;
}
