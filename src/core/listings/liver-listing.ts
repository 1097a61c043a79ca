import type { MedicationRecord } from '../../shared/calls/subject.ts';
import { isoDay } from '../../shared/day.ts';
import { usualLiverWindow } from '../../shared/derive/hys-law.ts';
import { whyNot, type LiverScreening } from '../../shared/derive/liver-screening.ts';
import { medicationName } from '../../shared/derive/medication-name.ts';
import { recentDays, runningOn, type RunningMedication } from '../../shared/derive/running-medications.ts';
import { endWords, startWords } from '../../shared/derive/running-words.ts';
import { inSnapshot } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { asOfOf } from '../store/database/status.ts';
import { medicationsBySubject } from '../views/subject-medications.ts';
import { signOf, worked, workedNumber, type MakeListing } from './listing.ts';
import { formatCountOf } from '../../shared/format-count.ts';

/** The subjects of the liver screen, ordered by id. */
export const liverListing: MakeListing = async ({ figures, study }, { subjects }) => {
  const { tests, screening } = await figures.liver({ subjects, window: usualLiverWindow });
  const taken = asOfOf(study, 'medications') === null ? null : readTaken(study, screening);
  const rows = screening.subjects.map((one) => {
    const { screen, peaks, atPeak } = one;
    const medications = taken?.get(one.subject) ?? [];
    return [
      one.subject,
      ...[peaks.ALT, peaks.AST, peaks.BILI, peaks.ALP].flatMap((peak) => [signOf(peak), peak?.times ?? null]),
      screen.peakTransaminase,
      screen.ratio,
      screen.cholestasis === null ? null : screen.cholestasis ? 'Y' : 'N',
      screen.quadrant,
      screen.withinDays === null ? null : screen.withinDays ? 'Y' : 'N',
      screen.quadrant === null ? whyNot(one) : null,
      ...[atPeak.transaminase, atPeak.bilirubin].flatMap((peak) => [
        peak === null || peak.day === null ? null : isoDay(peak.day),
        ...(taken === null || peak === null || peak.day === null ? [null, null] : takenWords(peak.day, medications)),
      ]),
    ];
  });
  const { otherCode, leftOut } = screening;
  const { texts, nameless } = leftOut;
  const named = tests.map(({ test, code }) => `${test} (${code})`).join(', ');
  return {
    columns,
    rows,
    says:
      `${formatCountOf(screening.subjects.length, 'subject')} with ${named === '' ? 'none of ALT, AST, total bilirubin and ALP' : named}; ` +
      `${formatCountOf(screening.results, 'result')}, of which ${formatCountOf(screening.withoutLimit.count, 'has', 'have')} no usable upper limit ` +
      `and ${formatCountOf(screening.undated.count, 'counts', 'count')} for a peak only, without a complete, valid date. ` +
      `Both in time: within ${String(usualLiverWindow.withinDays)} days of each other, in either order, whatever the window of the chart. ` +
      `Not included: ${formatCountOf(texts.count, 'result')} without a number, ${formatCountOf(nameless.count, 'result')} without a subject` +
      `${otherCode.count === 0 ? '' : `, ${formatCountOf(otherCode.count, 'result')} of these names with another test code or none`}. ` +
      (taken === null
        ? 'The medications of this study are not mirrored.'
        : `${formatCountOf(unread(screening, taken), 'medication record has', 'medication records have')} no readable start; whether these were running at a peak is unknown.`),
    anchor: null,
  };
};

type Taken = ReadonlyMap<string, readonly MedicationRecord[]>;

function readTaken(study: StudyReader, { subjects }: LiverScreening): Taken {
  return inSnapshot(study, () =>
    medicationsBySubject(
      study,
      subjects.map(({ subject }) => subject),
    ),
  );
}

/** Returns the medications that were being taken on a day, and those stopped not long before, each with its dates. */
function takenWords(day: number, medications: readonly MedicationRecord[]): readonly [string | null, string | null] {
  const { running, stopped } = runningOn(day, medications);
  const words = (list: readonly RunningMedication<MedicationRecord>[], maybe: string): string | null =>
    list.length === 0
      ? null
      : list
          .map((one) =>
            [
              medicationName(one.medication),
              startWords(one, String),
              endWords(one, String),
              ...(one.certainty === 'maybe' ? [maybe] : []),
            ].join(', '),
          )
          .join('; ');
  return [words(running, 'may have been running'), words(stopped, 'may have stopped earlier')];
}

/** Counts the records that are in neither list at any peak because their start cannot be read, each once. */
function unread({ subjects }: LiverScreening, taken: Taken): number {
  return subjects.reduce((sum, { subject, atPeak }) => {
    const days = [atPeak.transaminase, atPeak.bilirubin].flatMap((peak) => peak?.day ?? []);
    const found = days.flatMap((day) => runningOn(day, taken.get(subject) ?? []).withoutStart);
    return sum + new Set(found).size;
  }, 0);
}

const sign = (name: string, plain: string) => worked(name, plain, 'The sign of the peak if only a bound is known; empty for a number.');

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
  workedNumber(
    'r_ratio',
    'R ratio',
    '(ALT ÷ ULN) ÷ (ALP ÷ ULN) at the highest ALT, with the nearest ALP within the window; empty if only a bound of it is known.',
    2,
  ),
  worked(
    'cholestasis',
    'Initial cholestasis',
    'Y: alkaline phosphatase reached 2 × ULN no later than bilirubin rose above 2 × ULN; empty if dates leave it open.',
  ),
  worked('quadrant', 'Quadrant', 'Which limits the peaks exceed: below, transaminase, bilirubin or both.'),
  worked('within_days', 'Both in time', `Y: both limits were reached within ${String(usualLiverWindow.withinDays)} days of each other.`),
  worked('not_drawn', 'Not drawn because', 'Why the subject is not in the figure; empty if it is.', { width: 260 }),
  ...atPeakColumns('transaminase', 'ALT or AST'),
  ...atPeakColumns('bilirubin', 'total bilirubin'),
];

function atPeakColumns(name: string, of: string) {
  const day = 'Start and end in days from the peak; a partial date may be any of its days; a missing end is “end not recorded”.';
  return [
    worked(`peak_${name}_date`, `Date of the peak ${of}`, 'Day of the first result with the peak value; empty without a complete date.'),
    worked(
      `running_at_peak_${name}`,
      `Running at the peak ${of}`,
      `Medications that started on or before the day and did not certainly end before it. ${day}`,
      {
        width: 320,
      },
    ),
    worked(
      `stopped_before_peak_${name}`,
      `Stopped before the peak ${of}`,
      `Medications that ended within ${String(recentDays)} days before. ${day}`,
      {
        width: 320,
      },
    ),
  ];
}
