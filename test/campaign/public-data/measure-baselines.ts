import { parseCensored } from '../../../src/shared/derive/censored-result.ts';
import { baselineOf, type TimedResult } from '../../../src/shared/derive/subject-summary.ts';
import { calendarDay } from '../../../src/shared/derive/study-day.ts';
import { syncStudy } from '../../contract/synced-study.ts';
import type { Exported } from './mirrored.ts';
import { share, tally, type Measure, type Measured, type Outcome } from './measure.ts';
import { labId } from './observation-records.ts';
import { cell, groupRows, readRows, type Row } from './rows.ts';
import { PILOT } from './studies.ts';

/**
 * Our baseline of each subject and lab test (the last number on or before the day of the window's default anchor) against LBBLFL, the
 * last result before the first dose, which the interface does not send. Differences that follow from the two rules are listed by kind;
 * any other fails.
 */
export const baselines: Measure = {
  name: 'baselines',
  async take(measured) {
    const study = await syncStudy(measured.service, PILOT);
    try {
      const { anchor } = await study.reader['anchors.default']({ study: PILOT });
      if (anchor === null) return { figures: {}, failures: ['No anchor was found'] };
      const { anchors } = await study.reader['subjects.anchors']({ study: PILOT, anchor });
      return await compare(measured, new Map(anchors.map(({ subject, day }) => [subject, day])));
    } finally {
      study.remove();
    }
  },
};

const DATASET: Exported = 'labs';

interface Result extends TimedResult {
  readonly id: string;
  readonly visit: string;
}

async function compare({ folder, mirrored }: Measured, anchors: ReadonlyMap<string, number>): Promise<Outcome> {
  const lab = readRows(folder, 'lb');
  const flagged = new Map(lab.filter((row) => cell(row, 'LBBLFL') === 'Y').map((row) => [labId(row), row]));
  const dosed = new Set(readRows(folder, 'dm').flatMap((row) => (cell(row, 'RFXSTDTC') === undefined ? [] : [cell(row, 'USUBJID') ?? ''])));
  const kinds: string[] = [];
  let of = 0;
  let equal = 0;
  for (const rows of groupRows(await mirrored.rows(PILOT, DATASET), 'subject', 'test').values()) {
    const subject = cell(rows[0] ?? {}, 'subject') ?? '';
    const results = rows.map(resultOf);
    const theirs = results.find(({ id }) => flagged.has(id)) ?? null;
    const day = anchors.get(subject);
    const ours = day === undefined ? null : baselineOf(results, day);
    if (ours === null && theirs === null) continue;
    of++;
    if (ours?.id === theirs?.id) equal++;
    else kinds.push(kindOf({ ours, theirs, anchor: day ?? null, isDosed: dosed.has(subject) }));
  }
  return {
    figures: {
      'baselines of subjects and lab tests that are LBBLFL': share(equal, of),
      'baselines that are not, and why': tally(kinds),
    },
    failures: kinds.some((kind) => kind === unexplained) ? [`Baselines: ${tally(kinds)}`] : [],
  };
}

function resultOf(row: Row): Result {
  const collected = cell(row, 'collected');
  const number = cell(row, 'result_number');
  const bound = parseCensored(cell(row, 'result') ?? null)?.bound ?? null;
  const at = collected === undefined ? Number.NaN : Date.parse(`${collected.length === 10 ? `${collected}T00:00` : collected}Z`);
  return {
    id: cell(row, 'record_id') ?? '',
    visit: cell(row, 'visit') ?? '',
    day: collected === undefined ? null : calendarDay(collected),
    at: Number.isNaN(at) ? null : at,
    value: number === undefined ? bound : Number(number),
    flag: null,
  };
}

const unexplained = 'for no known reason';

interface Difference {
  readonly ours: Result | null;
  readonly theirs: Result | null;
  readonly anchor: number | null;
  readonly isDosed: boolean;
}

/** Why the two differ; each kind follows from the two rules. */
function kindOf({ ours, theirs, anchor, isDosed }: Difference): string {
  if (anchor === null) return 'the subject has no visit of that anchor';
  if (theirs === null && !isDosed) return 'never dosed, so nothing is flagged';
  if (theirs === null) return ours !== null && !isPlanned(ours) ? unplanned : unexplained;
  if (theirs.value === null) return 'the flagged result is a text, which is no number to compare with';
  if ((theirs.day ?? Infinity) > anchor) return 'the flagged result is after the anchor';
  if (ours !== null && (ours.at ?? 0) > (theirs.at ?? 0)) return isPlanned(ours) ? laterVisit : unplanned;
  return unexplained;
}

/** The pilot flags screening only, even if there is a later result before the first dose. */
const unplanned = 'an unscheduled result before the first dose, which the pilot does not flag';
const laterVisit = 'a result of the baseline visit itself, where the pilot flags screening';

function isPlanned({ visit }: Result): boolean {
  return !visit.startsWith('UNSCHEDULED');
}
