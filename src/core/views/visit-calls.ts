import type { Handlers } from '../../shared/rpc.ts';
import type { Answers } from '../query/answers.ts';
import { generationNow } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { coverageOf, visitsOf } from './coverage.ts';
import { defaultAnchor, listAnchors } from './list-anchors.ts';
import type { Ask } from './ask.ts';

type Answered = 'visits.list' | 'coverage.read' | 'anchors.default' | 'subjects.anchors';

/** The reader's calls that tell visits and what days are counted from. */
export function visitHandlers(ask: Ask, answersOf: (reader: StudyReader) => Answers): Pick<Handlers<'reader'>, Answered> {
  return {
    'visits.list': ({ study }) =>
      ask(
        study,
        (reader, tally) =>
          tally.with((known, generation) =>
            answersOf(reader).of(generation, 'visits', () => ({
              generation,
              visits: visitsOf(known).map(({ visit }) => visit),
            })),
          ),
        { generation: 0, visits: [] },
      ),
    'coverage.read': ({ study, datasets, subjects }) =>
      ask(
        study,
        (reader, tally) =>
          tally.with((known, generation) =>
            answersOf(reader).of(generation, ['coverage', datasets, subjects], () => ({
              generation,
              ...coverageOf(known, datasets, subjects),
            })),
          ),
        { generation: 0, visits: [], subjects: [], cells: [], unscheduled: 0 },
      ),
    'anchors.default': ({ study }) =>
      ask(
        study,
        (reader, tally) =>
          tally.with((known, generation) => answersOf(reader).of(generation, 'default anchor', () => defaultAnchor(reader, known))),
        { generation: 0, anchor: null, subjects: [] },
      ),
    'subjects.anchors': ({ study, anchor }) =>
      ask(
        study,
        // Imported dates may be others without a sync.
        (reader) =>
          anchor.kind === 'reference'
            ? listAnchors(reader, anchor)
            : answersOf(reader).of(generationNow(reader), ['anchors', anchor], () => listAnchors(reader, anchor)),
        { generation: 0, anchors: [] },
      ),
  };
}
