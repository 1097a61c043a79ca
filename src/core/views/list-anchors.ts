import type { Output } from '../../shared/contract.ts';
import type { Anchor } from '../../shared/protection-schemas.ts';
import { findAnchors } from '../export/protect/anchors.ts';
import { inSnapshot } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { currentGeneration } from '../store/seal.ts';

/** The day that each subject's days are counted from, for figures; no subject where nobody has such a date. */
export function listAnchors(study: StudyReader, anchor: Anchor): Output<'subjects.anchors'> {
  return inSnapshot(study, () => ({
    generation: currentGeneration(study),
    anchors: [...findAnchors(study, anchor)].map(([subject, day]) => ({ subject, day })),
  }));
}
