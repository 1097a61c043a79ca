import { readBundle, type BundleHead } from '../bundle/bundle.ts';
import type { ExtractedRow, Extractor, FoundIssue } from './extractor.ts';

/** What was read of a page's records. */
export interface ReadRecords {
  /** What the page says about itself. */
  readonly head: BundleHead;
  readonly entries: number;
  readonly rows: readonly ExtractedRow[];
  readonly issues: readonly FoundIssue[];
}

/** Reads the records of a page as rows of a dataset, as a sync does. Throws PROTOCOL and LIMIT (see readBundle). */
export function readRecords(extractor: Extractor, body: Buffer, study: string): ReadRecords {
  let rows: ExtractedRow[] = [];
  let issues: FoundIssue[] = [];
  const { head, entries } = readBundle(body, extractor, () => {
    rows = [];
    issues = [];
    const taker = { row: (row: ExtractedRow) => rows.push(row), issue: (issue: FoundIssue) => issues.push(issue) };
    return (entry) => extractor.read(entry, study, taker);
  });
  return { head, entries, rows, issues };
}
