import { aboutName, aboutWords } from '../export/xlsx/about-sheet.ts';
import { datasetNames, type DatasetName } from '../../shared/datasets/datasets.ts';
import { mostColumns, readRows, type SheetCell } from './sheet-rows.ts';
import { readSharedTexts } from './shared-texts.ts';
import { limited, mostAboutBytes, mostBytes, orNull } from './workbook-bounds.ts';
import { readWorkbook, type Bytes, type Members } from './workbook-parts.ts';

/** What the About sheet of a workbook states. */
export interface WorkbookEvidence {
  readonly id: string;
  /** As exported: the time is the first word of its line. */
  readonly at: string;
  readonly study: string;
  readonly datasets: readonly SheetEvidence[];
}

/** What it states about one table. */
export interface SheetEvidence {
  readonly dataset: DatasetName;
  readonly rows: number;
  readonly columns: number;
  readonly generation: number | null;
  /** SHA-256, hex. */
  readonly digest: string;
}

/**
 * What a workbook states about itself; null if it has no About sheet of Carrel's. `check` is called between its parts and may throw to
 * stop.
 */
export async function readWorkbookEvidence(file: Bytes, members: Members, check: () => void): Promise<WorkbookEvidence | null> {
  return orNull(async () => {
    const { sheets, sharedTexts } = await readWorkbook(file, members);
    const sheet = sheets.get(aboutName) ?? null;
    if (sheet === null) return null;
    const numbers = new Set<number>();
    const note = (number: number): null => {
      numbers.add(number);
      return null;
    };
    if (sharedTexts !== null) await readRows(file, sheet, note, () => undefined, limited(mostAboutBytes, check));
    const shared = await readSharedTexts(file, sharedTexts, limited(mostBytes, check), numbers);
    const lines: (readonly [string, SheetCell])[] = [];
    const onRow = ([what, value]: readonly SheetCell[]): void => {
      if (typeof what === 'string') lines.push([what, value ?? null]);
    };
    await readRows(file, sheet, shared, onRow, limited(mostAboutBytes, check));
    return evidenceOf(lines);
  });
}

function evidenceOf(lines: readonly (readonly [string, SheetCell])[]): WorkbookEvidence | null {
  const text = (what: string): string => {
    const found = lines.find(([is]) => is === what)?.[1];
    return typeof found === 'string' ? found : '';
  };
  const id = text(aboutWords.id);
  const study = text(aboutWords.study);
  if (id === '' || study === '') return null;
  return { id, at: text(aboutWords.made).split(' ')[0] ?? '', study, datasets: sheetsOf(lines) };
}

/** The lines of each dataset follow the line with its name. */
function sheetsOf(lines: readonly (readonly [string, SheetCell])[]): readonly SheetEvidence[] {
  const starts = lines.flatMap(([what], at) => (what === aboutWords.dataset ? [at] : []));
  return starts.slice(0, datasetNames.length).flatMap((start, at) => {
    const own = new Map(lines.slice(start, starts[at + 1]).map(([what, value]) => [what, value]));
    const dataset = datasetNames.find((name) => name === own.get(aboutWords.dataset));
    const digest = /^SHA-256 ([0-9a-f]{64})$/.exec(String(own.get(aboutWords.digest)))?.[1];
    const [rows, columns, generation] = [aboutWords.rows, aboutWords.columns, aboutWords.generation].map((what) => countOf(own.get(what)));
    if (dataset === undefined || digest === undefined || rows === null || rows === undefined || !isWidth(columns)) return [];
    return [{ dataset, digest, rows, columns, generation: generation ?? null }];
  });
}

function isWidth(columns: number | null | undefined): columns is number {
  return typeof columns === 'number' && columns <= mostColumns;
}

function countOf(value: SheetCell | undefined): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
