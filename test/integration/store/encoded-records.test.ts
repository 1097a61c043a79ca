import { describe, expect, test } from 'vitest';
import type { ExtractedRow, FoundIssue } from '../../../src/core/extract/extractor.ts';
import { sqlColumns } from '../../../src/core/extract/sql-columns.ts';
import { layoutOf } from '../../../src/core/store/database/layout.ts';
import { RecordEncoder, takeIssues, takeRows } from '../../../src/core/store/pages/encoded-records.ts';
import { storableRow } from '../../../src/core/store/pages/encoded-rows.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';

const layout = layoutOf(datasets.labs);
const width = sqlColumns(datasets.labs).length;

function row(n: number, text: string): ExtractedRow {
  const cells = Array.from({ length: width }, (_, place) =>
    place % 3 === 0 ? `${String(n % (place + 2))}${text}` : place % 3 === 1 ? n : null,
  );
  return { key: `r${String(n)}`, cells, undescribed: n % 2 === 0 ? null : text, hash: Buffer.alloc(16, n) };
}

function issue(n: number): FoundIssue {
  const key = n % 5 === 0 ? null : `r${String(Math.floor(n / 3))}`;
  return { key, rule: n % 2 === 0 ? 'missing-field' : 'no-key', path: `p${String(n % 7)}`, quarantined: n % 2 === 1 };
}

describe('the records of a page', () => {
  test.each([
    ['none', 0, '', false],
    ['few', 20, 'x', false],
    ['more than fit into one part', 9000, 'x', true],
    ['long texts', 10, 'é'.repeat(50_000), true],
    ['long texts with other characters', 10, `€${'x'.repeat(50_000)}`, true],
  ])('are decoded as they were encoded: %s', (_what, records, text, inParts) => {
    const rows = Array.from({ length: records }, (_, n) => row(n, text));
    const issues = Array.from({ length: records * 3 }, (_, n) => issue(n));
    const encoder = new RecordEncoder(layout);
    for (const one of rows) encoder.row(one);
    for (const one of issues) encoder.issue(one);
    const encoded = encoder.finish();
    expect('ends' in encoded.rows).toBe(inParts);
    expect(encoded.keys.length).toBe(records * 16);
    let at = 0;
    for (const { hash, ...taken } of takeRows(encoded)) {
      const { hash: sent, ...kept } = storableRow(layout, rows[at++] ?? row(0, ''));
      expect(taken).toEqual(kept);
      expect(Buffer.from(hash).equals(sent)).toBe(true);
    }
    expect(at).toBe(records);
    expect([...takeIssues(encoded)]).toEqual(issues);
  });
});
