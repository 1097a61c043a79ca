import { whyNot } from '../../../shared/derive/liver-screening.ts';
import { counted, worked, workedNumber, type MakeListing } from './listing.ts';

/** The subjects of the liver screen, in the order of their ids. */
export const liverListing: MakeListing = async ({ figures }, { subjects }) => {
  const { tests, screening } = await figures.liver({ subjects });
  const rows = screening.subjects.map((one) => {
    const { screen, peaks } = one;
    return [
      one.subject,
      peaks.ALT,
      peaks.AST,
      peaks.BILI,
      screen.peakTransaminase,
      screen.quadrant,
      screen.withinDays === null ? null : screen.withinDays ? 'Y' : 'N',
      screen.quadrant === null ? whyNot(one) : null,
    ];
  });
  const named = tests.map(({ test, code }) => `${test} (${code})`).join(', ');
  return {
    columns,
    rows,
    says:
      `${counted(screening.subjects.length, 'subject')} with ${named === '' ? 'none of ALT, AST and total bilirubin' : named}; ` +
      `${counted(screening.results, 'result')}, of which ${counted(screening.withoutLimit, 'has', 'have')} no upper limit that could be used.`,
    anchor: null,
  };
};

const times = (name: string, plain: string, of: string) =>
  workedNumber(name, plain, `The highest ${of} as a multiple of the upper limit of its own record.`, 2);

const columns = [
  worked('subject', 'Subject', 'The subject.', { sdtm: 'SUBJID' }),
  times('peak_alt', 'Peak ALT, × ULN', 'ALT'),
  times('peak_ast', 'Peak AST, × ULN', 'AST'),
  times('peak_bilirubin', 'Peak total bilirubin, × ULN', 'total bilirubin'),
  times('peak_transaminase', 'Peak ALT or AST, × ULN', 'ALT or AST'),
  worked('quadrant', 'Quadrant', 'Where the two peaks lie: below, transaminase, bilirubin or both.'),
  worked('within_days', 'Both in time', 'Y: both limits were reached within the days that the screen asks for.'),
  worked('not_drawn', 'Not drawn because', 'Why the subject has no place in the figure; empty where it has one.', { width: 260 }),
];
