import { type plausibleBounds, wholeDate } from '../../shared/derive/plausible-date.ts';
import { calendarDay } from '../../shared/derive/study-day.ts';
import { numberColumn, textColumn, type TextColumn } from '../query/columns-in-memory/cached-columns.ts';
import type { CachedDataset } from '../query/columns-in-memory/cached-dataset.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { quoted, rowTable, wholeRecords } from '../store/database/layout.ts';

/** One result of a graded test, and its time. */
export interface GradedRow {
  readonly rowid: number;
  readonly subject: string | null;
  readonly code: string;
  /** Days since 1970, with milliseconds of local time; null if the date is partial or implausible for a record. */
  readonly when: { readonly day: number; readonly at: number } | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Why it has no grade. */
  readonly why: string | null;
}

/** Receives one result after another. */
export type TakeGraded = (result: GradedRow) => void;

type Bounds = ReturnType<typeof plausibleBounds>;

type Sent = readonly [
  rowid: number,
  subject: string | null,
  code: string,
  collected: string | null,
  at: number | null,
  low: number | null,
  high: number | null,
  why: string | null,
];

/** Reads the graded results from their rows. `bounds`: of dates plausible for a record. Call inside a snapshot. */
export function readGradedRows({ db }: StudyReader, bounds: Bounds, take: TakeGraded): void {
  const rows = db
    .prepare<[], Sent>(
      `SELECT ${quoted(rowTable('labs'))}.rowid, subject, test_code, substr(collected, 1, ${String(wholeDate)}), collected_at, ctcae_grade_low, ctcae_grade_high, ctcae_not_graded
       FROM ${wholeRecords('labs')}
       WHERE ctcae_grade_low IS NOT NULL OR ctcae_grade_high IS NOT NULL OR ctcae_not_graded IS NOT NULL`,
    )
    .raw()
    .iterate();
  for (const [rowid, subject, code, collected, at, low, high, why] of rows)
    take({ rowid, subject, code, when: whenOf(collected, at, bounds), low, high, why });
}

function whenOf(collected: string | null, at: number | null, { first, last }: Bounds): GradedRow['when'] {
  if (collected === null || collected.length < wholeDate || at === null || at < first || at > last) return null;
  const day = calendarDay(collected);
  return day === null ? null : { day, at };
}

/** The same from columns in memory; returns false without passing on any result if a needed column is missing. */
export function readGradedColumns(cached: CachedDataset, bounds: Bounds, take: TakeGraded): boolean {
  const [subject, code, why] = ['subject', 'test_code', 'ctcae_not_graded'].map((name) => decodedTexts(textColumn(cached, name)));
  const [low, high] = ['ctcae_grade_low', 'ctcae_grade_high'].map((name) => numberColumn(cached, name));
  const collected = textColumn(cached, 'collected');
  const times = collected?.values.times ?? null;
  if (!subject || !code || !why || !low || !high || collected === null || times === null) return false;
  const whens = new Map<number, GradedRow['when']>();
  const when = (number: number): GradedRow['when'] => {
    const known = whens.get(number);
    if (known !== undefined) return known;
    const at = times[number];
    const isDate = number > 0 && at !== undefined && !Number.isNaN(at);
    const found = isDate ? whenOf(collected.values.texts.get(number).slice(0, wholeDate), at, bounds) : null;
    whens.set(number, found);
    return found;
  };
  for (let row = 0; row < cached.rows; row++) {
    const [ofLow, ofHigh, ofWhy] = [low(row), high(row), why(row)];
    if (ofLow === null && ofHigh === null && ofWhy === null) continue;
    take({
      rowid: cached.rowids[row] ?? 0,
      subject: subject(row),
      code: code(row) ?? '',
      when: when(collected.at(row)),
      low: ofLow,
      high: ofHigh,
      why: ofWhy,
    });
  }
  return true;
}

/** Returns a function from a row's position to its text; each distinct text is decoded once. */
function decodedTexts(column: TextColumn | null): ((row: number) => string | null) | null {
  if (column === null) return null;
  const known: (string | undefined)[] = [];
  return (row) => {
    const number = column.at(row);
    return number === 0 ? null : (known[number] ??= column.values.texts.get(number));
  };
}
