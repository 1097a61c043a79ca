import type { Bundle } from '../bundle/bundle.ts';
import type { ExtractedRow, Extractor, FoundIssue } from './extractor.ts';

/** What a page's records are read as. */
export interface ReadRecords {
  readonly rows: readonly ExtractedRow[];
  readonly issues: readonly FoundIssue[];
}

/** Reads the records of a page as a dataset's rows. */
export function readRecords(extractor: Extractor, entries: Bundle['entries'], study: string): ReadRecords {
  const rows: ExtractedRow[] = [];
  const issues: FoundIssue[] = [];
  for (const entry of entries) {
    const extracted = extractor.extract(entry, study);
    for (const row of extracted.rows) rows.push(row);
    for (const issue of extracted.issues) issues.push(issue);
  }
  return { rows, issues };
}
