import { sections } from './common-columns.ts';
import type { Dataset } from './datasets.ts';
import { isDerived, type Column, type HeaderVocabulary, type SourceColumn } from './declaration.ts';

const sectionOrder: readonly string[] = Object.values(sections);

/**
 * A column's header in one of the three vocabularies, unique within its dataset. SDTM-style falls back to the plain name; a source header
 * is the path, or `derived:name` without one. In a protected export it ends with what replaces the value: `Subject (pseudonym)`.
 */
export function headerOf(column: Column, vocabulary: HeaderVocabulary): string {
  const header = declaredHeader(column, vocabulary);
  return column.instead === undefined ? header : `${header} (${column.instead.what})`;
}

function declaredHeader(column: Column, vocabulary: HeaderVocabulary): string {
  switch (vocabulary) {
    case 'plain':
      return column.plain;
    case 'sdtm':
      return column.sdtm ?? column.plain;
    case 'source':
      return isDerived(column) ? `derived:${column.name}` : sourceHeader(column);
  }
}

function sourceHeader({ paths, beside }: SourceColumn): string {
  const path = paths.join(' | ');
  return beside?.which === 'all' ? [path, ...beside.paths].join(' + ') : path;
}

/** A dataset's columns by section of the record inspector: its own sections first, then the shared ones; columns in declared order. */
export function sectionsOf(dataset: Dataset): readonly { readonly section: string; readonly columns: readonly Column[] }[] {
  const headings = new Set(dataset.columns.map(({ section }) => section));
  const own = [...headings].filter((section) => !sectionOrder.includes(section));
  return [...own, ...sectionOrder.filter((section) => headings.has(section))].map((section) => ({
    section,
    columns: dataset.columns.filter((column) => column.section === section),
  }));
}
