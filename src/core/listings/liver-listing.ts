import { usualLiverWindow, type Peak } from '../../shared/derive/hys-law.ts';
import { whyNot } from '../../shared/derive/liver-screening.ts';
import { counted, worked, workedNumber, type MakeListing } from './listing.ts';

/** The subjects of the liver screen, in the order of their ids. */
export const liverListing: MakeListing = async ({ figures }, { subjects }) => {
  const { tests, screening } = await figures.liver({ subjects, window: usualLiverWindow });
  const rows = screening.subjects.map((one) => {
    const { screen, peaks } = one;
    return [
      one.subject,
      ...[peaks.ALT, peaks.AST, peaks.BILI, peaks.ALP].flatMap((peak) => [signOf(peak), peak?.times ?? null]),
      screen.peakTransaminase,
      screen.ratio,
      screen.cholestasis === null ? null : screen.cholestasis ? 'Y' : 'N',
      screen.quadrant,
      screen.withinDays === null ? null : screen.withinDays ? 'Y' : 'N',
      screen.quadrant === null ? whyNot(one) : null,
    ];
  });
  const { texts, nameless } = screening.leftOut;
  const named = tests.map(({ test, code }) => `${test} (${code})`).join(', ');
  return {
    columns,
    rows,
    says:
      `${counted(screening.subjects.length, 'subject')} with ${named === '' ? 'none of ALT, AST, total bilirubin and ALP' : named}; ` +
      `${counted(screening.results, 'result')}, of which ${counted(screening.withoutLimit.count, 'has', 'have')} no upper limit that could be used ` +
      `and ${counted(screening.undated.count, 'counts', 'count')} for a peak alone, without a whole date that can be one. ` +
      `Not among them: ${counted(texts.count, 'result')} without a number, ${counted(nameless.count, 'result')} without a subject.`,
    anchor: null,
  };
};

/** The sign of a peak that is only known to lie beyond a bound. */
function signOf(peak: Peak | null): string | null {
  return peak === null || peak.beyond === 0 ? null : peak.beyond < 0 ? '<' : '>';
}

const sign = (name: string, plain: string) =>
  worked(name, plain, 'The sign of the peak where it is only known to lie beyond a bound; empty for a number.');

const times = (name: string, plain: string, of: string) =>
  workedNumber(name, plain, `The highest ${of} as a multiple of the upper limit of its own record.`, 2);

const columns = [
  worked('subject', 'Subject', 'The subject.', { sdtm: 'SUBJID' }),
  sign('peak_alt_sign', 'Peak ALT, sign'),
  times('peak_alt', 'Peak ALT, × ULN', 'ALT'),
  sign('peak_ast_sign', 'Peak AST, sign'),
  times('peak_ast', 'Peak AST, × ULN', 'AST'),
  sign('peak_bilirubin_sign', 'Peak total bilirubin, sign'),
  times('peak_bilirubin', 'Peak total bilirubin, × ULN', 'total bilirubin'),
  sign('peak_alp_sign', 'Peak ALP, sign'),
  times('peak_alp', 'Peak ALP, × ULN', 'alkaline phosphatase'),
  times('peak_transaminase', 'Peak ALT or AST, × ULN', 'ALT or AST'),
  workedNumber('r_ratio', 'R ratio', '(ALT ÷ ULN) ÷ (ALP ÷ ULN) at the highest ALT, with the nearest ALP within the window.', 2),
  worked('cholestasis', 'Initial cholestasis', 'Y: alkaline phosphatase reached 2 × ULN no later than bilirubin rose above 2 × ULN.'),
  worked('quadrant', 'Quadrant', 'Where the two peaks lie: below, transaminase, bilirubin or both.'),
  worked('within_days', 'Both in time', `Y: both limits were reached within ${String(usualLiverWindow.withinDays)} days of each other.`),
  worked('not_drawn', 'Not drawn because', 'Why the subject has no place in the figure; empty where it has one.', { width: 260 }),
];
