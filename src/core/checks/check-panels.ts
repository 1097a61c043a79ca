import { hasTime } from '../../shared/derive/plausible-date.ts';
import type { TestDataset } from '../views/result-tally.ts';
import type { Candidates } from './rare.ts';
import type { Result } from './read-courses.ts';

/** Minimum numbers of one time that cannot be a coincidence if all of them equal those of another time. */
const fewestNumbers: Readonly<Record<TestDataset, number>> = { labs: 8, vitals: 5 };
/** Not measured at each visit, or calculated from others. */
const notMeasured: ReadonlySet<string | null> = new Set(['HEIGHT', 'BSA', 'BMI']);

/** What was measured at one time. */
interface Panel {
  readonly first: Result;
  readonly numbers: Map<string, number>;
}

/** The first record of a panel. */
interface FirstOfPanel {
  readonly subject: string;
  readonly first: Result;
}

/** Hash sums of all panels of a study, used to find two subjects with the same numbers. */
export type KnownPanels = Map<string, FirstOfPanel>;

/** Finds panels with all the numbers of the previous one, and those of two subjects with the same numbers. */
export function copiedPanels(
  dataset: TestDataset,
  results: readonly Result[],
  subject: string,
  known: KnownPanels,
): readonly FirstOfPanel[] {
  const fewest = fewestNumbers[dataset];
  let before: Panel | null = null;
  return panelsOf(results).flatMap((panel) => {
    if (panel.numbers.size < fewest) return [];
    const last = before;
    before = panel;
    const own = { subject, first: panel.first };
    if (last !== null && isCopy(panel, last, fewest)) return [own];
    const sum = sumOf(panel);
    const other = known.get(sum);
    if (other === undefined) known.set(sum, own);
    return other === undefined || other.subject === subject ? [] : [other, own];
  });
}

function panelsOf(results: readonly Result[]): readonly Panel[] {
  const panels: Panel[] = [];
  let time: string | null = null;
  for (const one of results) {
    if (one.number === null || one.collected === null || one.test === null || notMeasured.has(one.code)) continue;
    if (one.collected !== time) panels.push({ first: one, numbers: new Map() });
    time = one.collected;
    panels.at(-1)?.numbers.set(one.test, one.number);
  }
  return panels;
}

function isCopy({ numbers }: Panel, before: Panel, fewest: number): boolean {
  let shared = 0;
  for (const [test, number] of numbers) {
    const earlier = before.numbers.get(test);
    if (earlier === undefined) continue;
    if (earlier !== number) return false;
    shared++;
  }
  return shared >= fewest;
}

/** Returns an order-independent hash of the tests and numbers of a panel, as text. */
function sumOf({ numbers }: Panel): string {
  let [one, other] = [0, 0];
  for (const [test, number] of numbers) {
    const hash = hashOf(test, number);
    one = (one + hash) >>> 0;
    other = (other + Math.imul(hash ^ 0x9e3779b9, 0x85ebca6b)) >>> 0;
  }
  return `${String(numbers.size)}.${one.toString(36)}.${other.toString(36)}`;
}

const double = new Float64Array(1);
const halves = new Uint32Array(double.buffer);
const hashOfTest = new Map<string, number>();

function hashOf(test: string, number: number): number {
  double[0] = number;
  let hash = ofTest(test);
  for (const half of halves) hash = Math.imul(hash ^ half ^ (half >>> 15), 0x2c1b3c6d) ^ (hash >>> 12);
  return hash ^ (hash >>> 16);
}

function ofTest(test: string): number {
  let hash = hashOfTest.get(test);
  if (hash !== undefined) return hash;
  hash = 0x811c9dc5;
  for (let at = 0; at < test.length; at++) hash = Math.imul(hash ^ test.charCodeAt(at), 0x01000193);
  // A study has few tests; the many of a hostile one are not cached.
  if (hashOfTest.size < 10_000) hashOfTest.set(test, hash);
  return hash;
}

/** Finds results that differ from another one of the same test and time in the same unit. */
export function twoAtOnce(results: readonly Result[], candidates: Candidates): void {
  const known = new Map<string, Result>();
  for (const one of results) {
    const { collected, number, test, means, code, standard } = one;
    if (collected === null || !hasTime(collected) || number === null || test === null) continue;
    candidates.judge('two-at-once');
    // Both scales of a temperature are one test.
    const what = code === 'TEMP' && standard !== null ? `${collected}\0${code}` : `${collected}\0${test}\0${means ?? ''}`;
    const other = known.get(what);
    if (other === undefined) known.set(what, one);
    else if (isOther(one, other)) for (const each of [other, one]) candidates.add('two-at-once', '', each);
  }
}

/** Maximum difference in degrees between two readings of one temperature. */
const oneTemperature = 0.6;
/** Binary fractions differ from decimal ones by less. */
const rounding = 1e-9;

function isOther(one: Result, other: Result): boolean {
  if (one.code === 'TEMP' && one.standard !== null && other.standard !== null)
    return Math.abs(one.standard - other.standard) > oneTemperature + rounding;
  return one.number !== other.number;
}
