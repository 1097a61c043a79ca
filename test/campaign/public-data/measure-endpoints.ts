import { calendarDay } from '../../../src/shared/derive/study-day.ts';
import { coursesBySubject, type SubjectCourse } from '../../../src/shared/derive/subject-courses.ts';
import { syncStudy } from '../../contract/synced-study.ts';
import { assessed, assessedByThem, assessedByUs, compared, notCompared, ours, theirs, type Said } from './adrs.ts';
import { reasonOf, reasons, saysNothing, type Reason, type SaidOfSubject } from './endpoint-reasons.ts';
import { share, type Measure, type Outcome } from './measure.ts';
import { cell, groupRows, readRows, type Row } from './rows.ts';
import { PILOT } from './studies.ts';

/**
 * Best overall response, confirmed and not, response, progression, benefit and their times against ADRS and ADTTE, for every subject of
 * ADRS. Both count stable disease from day 42 on and confirm after 28 days. Each difference is listed with its subject and a reason from
 * a closed list; one without a reason fails.
 */
export const endpoints: Measure = {
  name: 'endpoints',
  async take({ service, folder }) {
    const study = await syncStudy(service, PILOT);
    try {
      const { assessments } = await study.reader['responses.assessments']({ study: PILOT, subjects: null });
      const { anchor } = await study.reader['anchors.default']({ study: PILOT });
      if (anchor === null) return { figures: {}, failures: ['Endpoints: no anchor was found'] };
      const { anchors } = await study.reader['subjects.anchors']({ study: PILOT, anchor });
      const [adrs, adtte, lesions] = ['adrs_onco', 'adtte_onco', 'tr_onco_recist'].map((name) => readRows(folder, name));
      return compareEndpoints(
        { adrs: adrs ?? [], adtte: adtte ?? [], lesions: lesions ?? [] },
        { courses: coursesBySubject(assessments), starts: new Map(anchors.map(({ subject, day }) => [subject, day])) },
      );
    } finally {
      study.remove();
    }
  },
};

/** What others derived, and the lesions from which reports could be served. */
interface Given {
  readonly adrs: readonly Row[];
  readonly adtte: readonly Row[];
  readonly lesions: readonly Row[];
}

/** Carrel's courses, and the days from which it counts time. */
interface Mirrored {
  readonly courses: readonly SubjectCourse[];
  readonly starts: ReadonlyMap<string, number>;
}

interface Difference {
  readonly subject: string;
  /** The two values, such as `CBCP Y for N`; null for all parameters. */
  readonly what: string | null;
  readonly reason: Reason | null;
}

interface Found {
  /** Compared and equal values by parameter, of subjects with assessments. */
  readonly of: Map<string, number>;
  readonly equal: Map<string, number>;
  readonly differences: Difference[];
}

export function compareEndpoints({ adrs, adtte, lesions }: Given, { courses, starts }: Mirrored): Outcome {
  const bySubject = groupRows([...adrs, ...adtte], 'USUBJID');
  const theirStarts = new Map([...bySubject].flatMap(([subject, rows]) => startOf(subject, rows)));
  const said = { usual: ours(courses, starts), fromTheirStart: ours(courses, theirStarts) };
  const assessments = assessedByUs(courses);
  const measured = measuredDays(lesions);
  const found: Found = { of: new Map(), equal: new Map(), differences: [] };
  for (const [subject, rows] of bySubject) {
    const theirSaid = theirs(rows);
    const mine = assessments.get(subject);
    if (mine === undefined) {
      found.differences.push({ subject, what: null, reason: saysNothing(theirSaid, rows) ? 'no-assessment' : null });
      continue;
    }
    const isServed = (one: string): boolean => measured.has(`${subject} ${one.split(' ')[0] ?? ''}`);
    const given = assessedByThem(rows);
    const notServed = given.filter((one) => !isServed(one));
    count(found, assessed, { of: given.length, equal: given.filter((one) => mine.includes(one)).length });
    for (const one of new Set(mine).symmetricDifference(new Set(given)))
      found.differences.push({ subject, what: `${assessed} ${one}`, reason: notServed.includes(one) ? 'other-facts' : null });
    compareSaid(found, {
      ...{ subject, theirSaid, rows, hasOtherFacts: notServed.length > 0 },
      ...{ ourSaid: said.usual.get(subject) ?? none, fromTheirStart: said.fromTheirStart.get(subject) ?? none },
    });
  }
  return outcomeOf(found, bySubject.size);
}

const none: Said = new Map();

function count({ of, equal }: Found, parameter: string, more: { readonly of: number; readonly equal: number }): void {
  of.set(parameter, (of.get(parameter) ?? 0) + more.of);
  equal.set(parameter, (equal.get(parameter) ?? 0) + more.equal);
}

function compareSaid(found: Found, one: SaidOfSubject): void {
  const { subject, ourSaid, theirSaid } = one;
  for (const parameter of compared) {
    const [mine, given] = [ourSaid.get(parameter), theirSaid.get(parameter)];
    if (mine === undefined && given === undefined) continue;
    const isEqual = mine === given;
    count(found, parameter, { of: 1, equal: isEqual ? 1 : 0 });
    const what = `${parameter} ${mine ?? 'none'} for ${given ?? 'none'}`;
    if (!isEqual) found.differences.push({ subject, what, reason: reasonOf(one, parameter) });
  }
}

function outcomeOf({ of, equal, differences }: Found, subjects: number): Outcome {
  const without = differences.filter(({ reason }) => reason === 'no-assessment').map(({ subject }) => subject);
  const explained = differences.flatMap(({ subject, what, reason }): readonly (readonly [string, string])[] =>
    what === null || reason === null ? [] : [[`${subject}: ${what}`, reasons[reason]]],
  );
  const unexplained = differences.filter(({ reason }) => reason === null);
  const sum = (counts: ReadonlyMap<string, number>): number => compared.reduce((all, parameter) => all + (counts.get(parameter) ?? 0), 0);
  return {
    figures: {
      'subjects of ADRS with assessments': share(subjects - without.length, subjects),
      'values of ADRS and ADTTE that are ours': share(sum(equal), sum(of)),
      'by parameter': [...of].map(([parameter, all]) => `${parameter} ${equal.get(parameter) ?? 0} of ${all}`).join(', '),
      'not compared': notCompared.join(', '),
      ...Object.fromEntries(explained),
      ...(without.length === 0
        ? {}
        : { [`${without.length} subjects: all parameters`]: `${reasons['no-assessment']} (${without.join(' ')})` }),
    },
    failures: [
      ...((equal.get('BOR') ?? 0) === 0 ? ['Endpoints: no best overall response is that of ADRS'] : []),
      ...unexplained.map(
        ({ subject, what }) => `Endpoints: ${subject}: ${what ?? 'no assessment of the subject is mirrored'}, for no known reason`,
      ),
    ],
  };
}

function startOf(subject: string, rows: readonly Row[]): readonly (readonly [string, number])[] {
  const start = rows.map((row) => cell(row, 'TRTSDT')).find((day) => day !== undefined);
  const day = start === undefined ? null : calendarDay(start);
  return day === null ? [] : [[subject, day]];
}

/** Subject and day of every lesion measured by the investigator. */
function measuredDays(lesions: readonly Row[]): ReadonlySet<string> {
  const own = lesions.filter((row) => cell(row, 'TREVAL') === 'INVESTIGATOR');
  return new Set(own.map((row) => `${cell(row, 'USUBJID') ?? ''} ${cell(row, 'TRDTC') ?? ''}`));
}
