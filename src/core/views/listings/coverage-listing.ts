import { coverageOf } from '../coverage.ts';
import { counted, wallTime, worked, workedNumber, type MakeListing } from './listing.ts';

/** Cells of the coverage that hold a result, subject by subject, visits in their order. */
export const coverageListing: MakeListing = async ({ tally }, { subjects }) => {
  const coverage = await tally.with((known) => coverageOf(known, ['labs', 'vitals'], subjects));
  const rows = coverage.cells
    .toSorted((left, right) => left.subject - right.subject || left.visit - right.visit)
    .map(({ subject, visit, records, outside, first }) => [
      coverage.subjects[subject] ?? null,
      coverage.visits[visit]?.visit ?? null,
      visit + 1,
      records,
      outside,
      wallTime(first),
    ]);
  return {
    columns,
    rows,
    says:
      `Labs and vital signs of ${counted(coverage.subjects.length, 'subject')} at ${counted(coverage.visits.length, 'visit')}. ` +
      `${counted(coverage.unscheduled, 'record')} without a visit or a subject ${coverage.unscheduled === 1 ? 'is' : 'are'} not among them.`,
    anchor: null,
  };
};

const columns = [
  worked('subject', 'Subject', 'The subject.', { sdtm: 'SUBJID' }),
  worked('visit', 'Visit', 'The visit as it was sent.', { sdtm: 'VISIT', width: 180 }),
  workedNumber('visit_order', 'Order of the visit', 'The place of the visit in the order of the coverage, from 1 on.'),
  workedNumber('records', 'Records', 'Results of labs and vital signs of the subject at the visit.'),
  workedNumber('out_of_range', 'Out of range', 'Of these, lab results outside the range of their own record.'),
  worked('first', 'First date', 'The first date of the subject at the visit, as it stands on the wall.', { kind: 'datetime' }),
];
