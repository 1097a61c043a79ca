import type { resultFigureCalls } from '../../shared/calls/result-figures.ts';
import type { subjectCalls } from '../../shared/calls/subject.ts';
import type { viewCalls } from '../../shared/calls/views.ts';
import { noRecords } from '../../shared/derive/left-out.ts';
import { defaultTerms } from '../../shared/terms/study-terms.ts';
import { nothingScreened } from '../../shared/derive/liver-screening.ts';
import { noSeries } from '../../shared/derive/result-series.ts';
import { shiftsOf } from '../../shared/derive/shifts.ts';
import { trendsOf } from '../../shared/derive/trends.ts';
import type { Handlers } from '../../shared/rpc.ts';
import { createAnswers } from '../query/answers.ts';
import { createLruCache } from '../query/lru-cache.ts';
import { generationNow } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import type { PerGeneration } from '../query/per-generation.ts';
import type { ReaderMemory } from '../query/reader-memory.ts';
import type { Ask } from '../views/ask.ts';
import type { ResultTally } from '../views/result-tally.ts';
import { listSubjects } from '../views/list-subjects.ts';
import { overviewOf } from '../views/overview.ts';
import { readPivot, type PivotCache } from '../views/pivot.ts';
import { readAssessments } from '../views/response-assessments.ts';
import { resultFigures } from '../views/result-figures.ts';
import { listSubjectChanges } from '../views/subject-changes.ts';
import { readMedications } from '../views/subject-medications.ts';
import { listTests, readTestResults } from '../views/test-results.ts';
import { visitHandlers } from './visit-calls.ts';
import { waitingSubjects } from '../views/waiting-subjects.ts';
import { withShortChanges } from '../query/shortened.ts';

type Answered = keyof typeof viewCalls | keyof typeof resultFigureCalls | keyof typeof subjectCalls;

/** Number of memoized tables by visit, each in one sort order; for a study with 2,000 subjects, one takes some MiB. */
const mostPivots = 3;
/** Number of memoized answers, of which every view asks for some; with 2,000 subjects the largest take some MiB each. */
const mostAnswers = 16;

/** The reader's calls for the overview, the charts and the subject's page. */
export function viewHandlers(ask: Ask, memory: ReaderMemory): Pick<Handlers<'reader'>, Answered> {
  const pivotsOf = perReader((): PivotCache => createLruCache(mostPivots));
  const figuresOf = perReader((reader, tally: PerGeneration<ResultTally>) => resultFigures(reader, tally, memory));
  const answersOf = perReader(() => createAnswers(mostAnswers));
  return {
    ...visitHandlers(ask, answersOf, memory.cachedAnswers),
    'subjects.list': ({ study, selection }) => ask(study, (reader) => listSubjects(reader, selection), { generation: 0, subjects: [] }),
    'pivot.read': ({ study, ...question }) =>
      ask(study, (reader) => readPivot(reader, question, pivotsOf(reader)), {
        generation: 0,
        of: 0,
        subjects: 0,
        results: 0,
        several: 0,
        undated: 0,
        tests: [],
        rows: [],
      }),
    'overview.read': ({ study, subjects }) =>
      ask(study, (reader, tally) => overviewOf(reader, tally, { subjects, cachedAnswers: memory.cachedAnswers }), {
        generation: 0,
        subjects: 0,
        datasets: [],
      }),
    'overview.waiting': ({ study, subjects }) =>
      ask(
        study,
        (reader, tally) => tally.with((known, generation) => ({ generation, subjects: [...waitingSubjects(reader, known, subjects)] })),
        { generation: 0, subjects: [] },
      ),
    'tests.list': ({ study, dataset, subjects }) =>
      ask(
        study,
        (reader, tally) =>
          tally.with((known, generation) =>
            answersOf(reader).of(generation, ['tests', dataset, subjects], () => ({
              generation,
              ...listTests(reader, dataset, known, subjects),
            })),
          ),
        { generation: 0, tests: [] },
      ),
    'tests.results': ({ study, ...question }) =>
      ask(study, (reader) => readTestResults(reader, question), { generation: 0, ctcae: defaultTerms.ctcae, of: 0, results: [] }),
    'results.trends': ({ study, ...question }) =>
      ask(study, (reader, tally) => figuresOf(reader, tally).trends(question), { generation: 0, trends: trendsOf([]) }),
    'results.shifts': ({ study, ...question }) =>
      ask(study, (reader, tally) => figuresOf(reader, tally).shifts(question), {
        generation: 0,
        shifts: shiftsOf(question.test, noSeries, new Map()),
      }),
    'results.grades': ({ study, ...question }) =>
      ask(study, (reader, tally) => figuresOf(reader, tally).grades(question), {
        ...{ generation: 0, version: defaultTerms.ctcae, tests: [], unanchored: [] },
        ...{ ungraded: noRecords, undated: noRecords, nameless: noRecords, ofUnanchored: noRecords },
      }),
    'results.sites': ({ study, ...question }) =>
      ask(study, (reader, tally) => figuresOf(reader, tally).sites(question), {
        ...{ generation: 0, from: { kind: 'none' }, sites: 0, example: null, subjects: 0, without: 0 },
        ...{ looks: [], tooFew: 0, isLedgerKnown: false },
      }),
    'results.liver': ({ study, ...question }) =>
      ask(study, (reader, tally) => figuresOf(reader, tally).liver(question), {
        generation: 0,
        tests: [],
        screening: nothingScreened(question.window),
      }),
    'subject.medications': ({ study, subject }) =>
      ask(study, (reader) => readMedications(reader, subject), { generation: 0, medications: [] }),
    'subject.changes': ({ study, ...question }) =>
      ask(study, (reader) => withShortChanges(listSubjectChanges(reader, question)), { generation: 0, of: 0, changes: [] }),
    'responses.assessments': ({ study, subjects }) =>
      ask(
        study,
        // A single subject's assessments are read quickly, and stepping through the subjects would fill the cache.
        (reader) =>
          subjects?.length === 1
            ? readAssessments(reader, subjects)
            : answersOf(reader).of(generationNow(reader), ['assessments', subjects], () => readAssessments(reader, subjects)),
        { generation: 0, assessments: [] },
      ),
  };
}

/** Makes an object once per reader, also using the other arguments; it is dropped with the connection. */
function perReader<T extends object, Rest extends readonly unknown[]>(
  make: (reader: StudyReader, ...rest: Rest) => T,
): (reader: StudyReader, ...rest: Rest) => T {
  const all = new WeakMap<StudyReader, T>();
  return (reader, ...rest) => {
    const made = all.get(reader) ?? make(reader, ...rest);
    all.set(reader, made);
    return made;
  };
}
