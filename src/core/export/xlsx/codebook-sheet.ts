import type { Evidence } from '../evidence.ts';
import type { WorkbookCell } from './cells.ts';
import type { SheetSource } from './workbook.ts';

/** What each column is: one row a column, in the order of the data. */
export function codebookSheet({ datasets }: Evidence): SheetSource {
  const lines = datasets.flatMap(({ dataset, columns }) => columns.map((column) => ({ dataset, ...column })));
  return {
    name: 'Codebook',
    prose: true,
    columns: [
      { heading: 'Dataset', width: 14 },
      { heading: 'Column', width: 28 },
      { heading: 'Name', width: 22 },
      { heading: 'Kind', width: 10 },
      { heading: 'Source path', width: 48 },
      { heading: 'Derivation', width: 48 },
      { heading: 'Meaning', width: 60 },
    ],
    of: lines.length,
    rows: lines.map(({ dataset, heading, name, kind, source, derivation, help }) =>
      [dataset, heading, name, kind, source.join(' | '), derivation ?? '', help].map(textOf),
    ),
  };
}

function textOf(text: string): WorkbookCell {
  return text === '' ? { kind: 'empty' } : { kind: 'text', text };
}
