import type { Output } from '../../shared/contract.ts';
import { anchorVisit } from '../../shared/derive/anchor-visits.ts';
import type { Anchor } from '../../shared/protection-schemas.ts';
import { findAnchors } from './anchors.ts';
import { inSnapshot } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { currentGeneration } from '../store/database/seal.ts';
import { studySubjects } from './list-subjects.ts';
import type { ResultTally } from './result-tally.ts';

/** Returns the anchor day of each subject, for figures; empty if no subject has such a date. `tally`: as in `findAnchors`. */
export function listAnchors(study: StudyReader, anchor: Anchor, tally: ResultTally | null = null): Output<'subjects.anchors'> {
  return inSnapshot(study, () => ({
    generation: currentGeneration(study),
    anchors: [...findAnchors(study, anchor, tally)].map(([subject, day]) => ({ subject, day })),
  }));
}

/**
 * Returns the default anchor: the first treatment visit that at least half of the study's subjects have, otherwise the baseline assessment,
 * otherwise none. Also returns all subjects of the study, which shows who has no anchor day.
 */
export function defaultAnchor(study: StudyReader, tally: ResultTally): Output<'anchors.default'> {
  return inSnapshot(study, () => {
    const subjects = [...studySubjects(study, tally)].sort();
    const visit = anchorVisit(subjectsAtVisits(tally), subjects.length);
    const anchor: Anchor = visit === null ? { kind: 'baseline' } : { kind: 'visit', label: visit.visit };
    const generation = currentGeneration(study);
    return { generation, anchor: findAnchors(study, anchor, tally).size === 0 ? null : anchor, subjects };
  });
}

/** The subjects with a date at each visit. */
function subjectsAtVisits(tally: ResultTally): ReadonlyMap<string, ReadonlySet<string>> {
  const having = new Map<string, Set<string>>();
  for (const { subject, visits } of [...tally.labs, ...tally.vitals])
    for (const { visit, first } of visits) {
      if (subject === null || visit === null || first === null || visit.length > longestLabel) continue;
      having.set(visit, (having.get(visit) ?? new Set()).add(subject));
    }
  return having;
}

/** Maximum length of a visit's name in an anchor (`anchorSchema`). */
const longestLabel = 200;
