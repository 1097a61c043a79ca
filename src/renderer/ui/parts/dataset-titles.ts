import type { CSSProperties } from 'react';
import { datasets, mapDatasets, type Dataset } from '../../../shared/datasets/datasets.ts';
import type { CopiedRecords } from '../../../shared/calls/clipboard.ts';
import { saySubjects, type SubjectsMeant } from '../../../shared/subjects-meant.ts';
import { widest } from '../format/text-width.ts';
import { formatCountOf } from '../../../shared/format-count.ts';

/** One-word titles of the datasets, for the rail, cards and sentences. */
export const datasetTitles = mapDatasets(({ title }) => title);

/** "Lab result": name of one record. */
export function singularTitle({ singular }: Dataset): string {
  return singular.charAt(0).toUpperCase() + singular.slice(1);
}

/** "lab results": name of several records. */
export function pluralWords({ singular }: Dataset): string {
  return `${singular}s`;
}

/** `data-record` of a line of a list that is made of several datasets. */
export const severalDatasets = '';

/** Describes copied records: "12 rows of labs, of 3 of 201 subjects", "1 lab result", "3 lines of several datasets". */
export function copiedWords({ dataset, form, rows, meant }: CopiedRecords): string {
  if (form === 'record' && dataset !== null) return `1 ${datasets[dataset].singular}`;
  const from = dataset === null ? 'several datasets' : datasetTitles[dataset].toLowerCase();
  if (form === 'code') return `code of ${from} with ${formatCountOf(rows, 'value')} that may name somebody`;
  return `${formatCountOf(rows, form === 'marked' ? 'line' : 'row')} of ${from}${whomWords(meant)}`;
}

/** ", of 3 of 201 subjects"; empty without a subject filter. */
export function whomWords(meant: SubjectsMeant | null): string {
  return meant === null ? '' : `, of ${saySubjects(meant)}`;
}

/** In pixels: total horizontal padding of a subject cell, and the minimum and maximum width of its column. */
const beside = 22;
const narrowest = 66;
const mostWide = 320;

/** Width of a column of these subjects, in pixels. */
export function subjectPixels(subjects: Iterable<string>): number {
  return Math.min(mostWide, Math.max(narrowest, Math.ceil(widest(subjects, { weight: 600 })) + beside));
}

/** `--subject-column` for a table, list or matrix: as wide as the longest identifier, within the limits above. */
export function subjectWidth(subjects: Iterable<string>): CSSProperties {
  return { '--subject-column': `${String(subjectPixels(subjects))}px` } as CSSProperties;
}
