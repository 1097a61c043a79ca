import { decidedVisitsIn } from '../annotations/list-annotations.ts';
import { coverageOf } from '../views/coverage.ts';
import { studySubjects } from '../views/list-subjects.ts';
import { wallTime, worked, workedNumber, type MakeListing } from './listing.ts';
import { formatCountOf } from '../../shared/format-count.ts';

/** The cells of the coverage with results, and its gaps, by subject and in the order of visits. */
export const coverageListing: MakeListing = async ({ study, tally }, { subjects }) => {
  const coverage = await tally.with((known) =>
    coverageOf(known, {
      names: ['labs', 'vitals'],
      subjects,
      members: studySubjects(study, known),
      decided: decidedVisitsIn(study),
    }),
  );
  const gaps = coverage.gaps.map((place) => ({ ...place, labs: 0, vitals: 0, records: 0, outside: 0, first: null, last: null }));
  const rows = [...coverage.cells, ...gaps]
    .toSorted((left, right) => left.subject - right.subject || left.visit - right.visit)
    .map(({ subject, visit, labs, vitals, records, outside, first, last }) => [
      coverage.subjects[subject] ?? null,
      coverage.visits[visit]?.visit ?? null,
      visit + 1,
      ...[records, labs, vitals, outside],
      ...[wallTime(first), wallTime(last)],
      records === 0 ? 'Y' : null,
    ]);
  return {
    columns,
    rows,
    says:
      `Labs and vital signs of ${formatCountOf(coverage.subjects.length, 'subject')} at ${formatCountOf(coverage.visits.length, 'visit')}, with ${formatCountOf(gaps.length, 'gap')}. ` +
      `${formatCountOf(coverage.without.length, 'subject')} without labs and vital signs ${coverage.without.length === 1 ? 'has' : 'have'} no row. ` +
      `${formatCountOf(coverage.unscheduled, 'record')} without a visit or a subject ${coverage.unscheduled === 1 ? 'is' : 'are'} not included.`,
    anchor: null,
  };
};

const columns = [
  worked('subject', 'Subject', 'The subject.', { sdtm: 'SUBJID' }),
  worked('visit', 'Visit', 'The visit as it was sent.', { sdtm: 'VISIT', width: 180 }),
  workedNumber('visit_order', 'Order of the visit', 'The position of the visit in the order of the coverage, from 1.'),
  workedNumber('records', 'Records', 'Results of labs and vital signs of the subject at the visit.'),
  workedNumber('labs', 'Labs', 'Of these, labs.'),
  workedNumber('vitals', 'Vitals', 'Of these, vital signs.'),
  workedNumber('out_of_range', 'Out of range', 'Of these, lab results outside the range of their own record.'),
  worked('first', 'First date', 'The first date of the subject at the visit, in local time as sent.', { kind: 'datetime' }),
  worked('last', 'Last date', 'The last date of the subject at the visit, in local time as sent.', { kind: 'datetime' }),
  worked(
    'gap',
    'Gap',
    'Y: no record at a planned visit before a later one of the subject, although at least half of the subjects due there have one.',
    {
      kind: 'flag',
      width: 80,
    },
  ),
];
