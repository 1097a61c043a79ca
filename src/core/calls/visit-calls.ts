import type { Handlers } from '../../shared/rpc.ts';
import type { Answers } from '../query/answers.ts';
import { buildOf, type CachedAnswers } from '../query/cached-on-disk/cached-answers.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { decidedVisitsIn } from '../annotations/list-annotations.ts';
import { coverageOf } from '../views/coverage.ts';
import { studySubjects } from '../views/list-subjects.ts';
import { visitChoices } from '../views/visit-choices.ts';
import { defaultAnchor, listAnchors } from '../views/list-anchors.ts';
import type { Ask } from '../views/ask.ts';

const code = buildOf(import.meta);

type Answered = 'visits.list' | 'coverage.read' | 'anchors.default' | 'subjects.anchors';

/** The reader's calls about visits and anchors. */
export function visitHandlers(
  ask: Ask,
  answersOf: (reader: StudyReader) => Answers,
  cachedAnswers: CachedAnswers,
): Pick<Handlers<'reader'>, Answered> {
  return {
    'visits.list': ({ study }) =>
      ask(
        study,
        (reader, tally) =>
          tally.with((known, generation) =>
            answersOf(reader).of(generation, ['visits', decidedVisitsIn(reader)], () => {
              const choices = [...visitChoices(known, decidedVisitsIn(reader))];
              return { generation, visits: choices.map(({ visit }) => visit), choices };
            }),
          ),
        { generation: 0, visits: [], choices: [] },
      ),
    'coverage.read': ({ study, datasets, subjects }) =>
      ask(
        study,
        (reader, tally) => {
          // The order may be changed while the answer is computed, so the answer uses the order under which it is cached.
          const decided = decidedVisitsIn(reader);
          const asked = [datasets, decided];
          return cachedAnswers.of(reader, { name: 'coverage', subjects, asked, code }, () =>
            tally.with((known, generation) =>
              answersOf(reader).of(generation, ['coverage', subjects, asked], () => ({
                generation,
                ...coverageOf(known, { names: datasets, subjects, members: studySubjects(reader, known), decided }),
              })),
            ),
          );
        },
        noCoverage,
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
        // Imported dates may change without a sync.
        (reader, tally) =>
          anchor.kind === 'reference'
            ? listAnchors(reader, anchor)
            : tally.with((known, generation) =>
                answersOf(reader).of(generation, ['anchors', anchor], () => listAnchors(reader, anchor, known)),
              ),
        { generation: 0, anchors: [] },
      ),
  };
}

const noCoverage = {
  generation: 0,
  visits: [],
  subjects: [],
  cells: [],
  gaps: [],
  members: 0,
  without: [],
  unscheduled: 0,
  withoutVisit: { labs: 0, vitals: 0 },
  nameless: { labs: 0, vitals: 0 },
};
