import { describe, expect, test } from 'vitest';
import type { ResponseAssessment } from '../../../src/shared/calls/views.ts';
import { millisecondsOfDay } from '../../../src/shared/day.ts';
import { coursesBySubject } from '../../../src/shared/derive/subject-courses.ts';
import { reasons } from './endpoint-reasons.ts';
import type { Outcome } from './measure.ts';
import { compareEndpoints } from './measure-endpoints.ts';
import type { Row } from './rows.ts';

const START = '2024-01-01';

/** Parses `baseline 2024-01-01, PR 2024-02-12`; `-` means no response. */
function courses(text: string) {
  const assessments = text.split(', ').map((one, n): ResponseAssessment => {
    const [code = '', assessed = ''] = one.split(' ');
    const at = Date.parse(assessed);
    const isBaseline = code === 'baseline';
    return {
      ...{ key: String(n), subject: 'S2', caseId: '1', assessment: null, timepoint: n, assessed, at, implausible: null },
      ...{ span: { from: at, to: at + millisecondsOfDay }, isBaseline, sum: null, lesions: null, conclusion: null },
      ...{ code: isBaseline || code === '-' ? null : code, notDerivedBecause: null },
      ...{ sent: { baseline: null, previous: null, nadir: null } },
    };
  });
  return coursesBySubject(assessments);
}

/** Parses `BOR PR, RSP Y 2024-02-12` into rows of ADRS. */
function adrs(text: string): readonly Row[] {
  return text.split(', ').map((one) => {
    const [PARAMCD = '', AVALC = '', ADT = ''] = one.split(' ');
    return { USUBJID: 'S2', PARAMCD, AVALC, ADT, TRTSDT: START };
  });
}

interface Case {
  readonly mirrored: string;
  readonly given: string;
  readonly time?: Row;
  /** The day from which Carrel counts time. */
  readonly start?: string;
  /** Days on which lesions were measured; default: all. */
  readonly measured?: readonly string[];
}

function outcome({ mirrored, given, time, start = START, measured }: Case): Outcome {
  const rows = adrs(given);
  const days = measured ?? rows.flatMap(({ PARAMCD, ADT = '' }) => (PARAMCD === 'OVR' ? [ADT] : []));
  const lesions = days.map((TRDTC) => ({ USUBJID: 'S2', TREVAL: 'INVESTIGATOR', TRDTC }));
  const starts = new Map([['S2', Date.parse(start) / millisecondsOfDay]]);
  return compareEndpoints(
    { adrs: rows, adtte: time === undefined ? [] : [{ USUBJID: 'S2', ...time }], lesions },
    { courses: courses(mirrored), starts },
  );
}

/** Rows of ADRS that equal Carrel's values, except the given ones. */
function completed(given: string, ours: string): string {
  const own = new Set(given.split(', ').map((one) => one.split(' ')[0]));
  return [...given.split(', '), ...ours.split(', ').filter((one) => !own.has(one.split(' ')[0]))].join(', ');
}

const confirmed = 'baseline 2024-01-01, PR 2024-02-12, PR 2024-03-25';
const ofConfirmed =
  'OVR PR 2024-02-12, OVR PR 2024-03-25, BOR PR, CBOR PR, BCP Y, CBCP Y, CB Y, CCB Y, RSP Y 2024-02-12, CRSP Y 2024-02-12, PD N, LSTA PR 2024-03-25';
const stable = 'baseline 2024-01-01, SD 2024-02-12';
const ofStable = 'OVR SD 2024-02-12, BOR SD, CBOR SD, BCP N, CBCP N, CB Y, CCB Y, RSP N, CRSP N, PD N, LSTA SD 2024-02-12';

/** All failures except those of times, which these rows of ADRS do not have. */
function failuresOf({ failures }: Outcome): readonly string[] {
  return failures.filter((failure) => !/(PFS|RSD) .* for none/.test(failure));
}

describe('the comparison of endpoints', () => {
  test('has no failure if all values are equal', () => {
    const { figures, failures } = outcome({ mirrored: confirmed, given: ofConfirmed });
    expect(figures['by parameter']).toContain('BOR 1 of 1, CBOR 1 of 1');
    expect(failuresOf({ figures, failures })).toEqual([]);
  });

  test.for([
    ['before-its-source', { mirrored: confirmed, given: completed('CBCP N', ofConfirmed) }],
    [
      'after-progression',
      {
        mirrored: `${confirmed}, PD 2024-05-06, SD 2024-06-17`,
        given: completed('PD Y 2024-05-06, LSTA SD 2024-06-17', ofConfirmed) + ', OVR PD 2024-05-06, OVR SD 2024-06-17',
      },
    ],
    [
      'not-evaluable',
      { mirrored: `${confirmed}, NE 2024-05-06`, given: completed('LSTA NE 2024-05-06', ofConfirmed) + ', OVR NE 2024-05-06' },
    ],
    [
      'without-response',
      {
        mirrored: `baseline 2024-01-01, - 2024-02-12`,
        given: 'BOR MISSING, CBOR MISSING, BCP N, CBCP N, CB N, CCB N, RSP N, CRSP N, PD N, LSTA ',
      },
    ],
    ['other-start', { mirrored: stable, given: ofStable, start: '2024-01-03' }],
    [
      'death',
      {
        mirrored: stable,
        given: ofStable,
        time: { PARAMCD: 'PFS', AVAL: '90', CNSR: '0', EVNTDESC: 'Death', ADT: '2024-03-30', STARTDT: START },
      },
    ],
    ['other-facts', { mirrored: 'baseline 2024-01-01', given: ofStable, measured: [] }],
  ] as const)('explains a difference by the reason %s', ([reason, given]) => {
    const found = outcome(given);
    expect(Object.values(found.figures)).toContain(reasons[reason]);
    expect(failuresOf(found).filter((failure) => !failure.startsWith('Endpoints: no best'))).toEqual([]);
  });

  test.for([
    ['another best response', { mirrored: confirmed, given: completed('BOR CR', ofConfirmed) }, 'BOR PR for CR'],
    ['a response that is not mirrored', { mirrored: stable, given: `${ofStable}, OVR SD 2024-03-25` }, 'OVR 2024-03-25 SD'],
    [
      'a response that ADRS does not have',
      { mirrored: confirmed, given: ofConfirmed.replace('OVR PR 2024-03-25, ', '') },
      'OVR 2024-03-25 PR',
    ],
    ['a day of response', { mirrored: confirmed, given: completed('RSP Y 2024-03-25', ofConfirmed) }, 'RSP Y 2024-02-12 for Y 2024-03-25'],
    ['a last assessment', { mirrored: confirmed, given: completed('LSTA PR 2024-06-17', ofConfirmed) }, 'LSTA 2024-03-25 for 2024-06-17'],
    [
      'a time',
      { mirrored: stable, given: ofStable, time: { PARAMCD: 'PFS', AVAL: '44', CNSR: '1', ADT: '2024-02-13' } },
      'PFS 43 days, censored for 44',
    ],
  ] as const)('fails on a difference without a reason: %s', ([, given, words]) => {
    expect(failuresOf(outcome(given)).join()).toContain(words);
  });

  test('fails for a subject with responses in ADRS and no mirrored assessment', () => {
    const given = { adrs: adrs(ofStable), adtte: [], lesions: [] };
    expect(compareEndpoints(given, { courses: [], starts: new Map() }).failures.join()).toContain(
      'no assessment of the subject is mirrored',
    );
    const nothing = { adrs: adrs('BOR MISSING, CBOR MISSING, RSP N'), adtte: [], lesions: [] };
    expect(compareEndpoints(nothing, { courses: [], starts: new Map() }).figures).toHaveProperty('1 subjects: all parameters');
  });
});
