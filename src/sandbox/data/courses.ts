import { between, deviate, fraction, hash } from './random.ts';
import type { Reading } from './recist.ts';

/** How a tumour goes; every kind occurs in a study of more than a dozen subjects. */
export type CourseKind =
  | 'response-then-progression'
  | 'stable'
  | 'early-progression'
  | 'complete-with-nodes'
  | 'lasting-response'
  | 'new-lesion-while-falling'
  | 'non-target-only'
  | 'not-evaluable-once'
  | 'complete-to-zero'
  | 'small-sums'
  | 'non-target-progression';

const KINDS: readonly CourseKind[] = [
  'response-then-progression',
  'stable',
  'early-progression',
  'complete-with-nodes',
  'stable',
  'lasting-response',
  'new-lesion-while-falling',
  'non-target-only',
  'not-evaluable-once',
  'complete-to-zero',
  'small-sums',
  'response-then-progression',
  'non-target-progression',
  'early-progression',
  'stable',
];

/** Sums as fractions of the baseline; the last one repeats, with some noise. */
const PATHS: { readonly [kind in CourseKind]: readonly number[] } = {
  'response-then-progression': [0.78, 0.58, 0.46, 0.44, 0.52, 0.66, 0.84],
  stable: [0.97, 0.91, 0.94, 0.9, 0.96, 1.02],
  'early-progression': [1.13, 1.36, 1.7],
  'complete-with-nodes': [0.55, 0.3, 0.18, 0.17],
  'lasting-response': [0.82, 0.64, 0.5, 0.41, 0.38, 0.36],
  'new-lesion-while-falling': [0.84, 0.73, 0.69, 0.66],
  'non-target-only': [1],
  'not-evaluable-once': [0.88, 0.8, 0.74, 0.71],
  'complete-to-zero': [0.5, 0.2, 0],
  'small-sums': [0.9, 0.8, 0.98, 1.02],
  'non-target-progression': [0.95, 0.88, 0.93],
};

/** The kind of a subject's course. */
export function courseKind(rank: number): CourseKind {
  return KINDS[rank % KINDS.length] ?? 'stable';
}

/** Whether a course gives no sum at all. */
function withoutTargets(kind: CourseKind): boolean {
  return kind === 'non-target-only';
}

/** Baseline and `followUps` readings of one case; it stops two assessments after the tumour has progressed for good. */
export function readCourse(kind: CourseKind, seed: number, followUps: number): readonly Reading[] {
  const baseline = kind === 'small-sums' ? between(hash(seed, 1), 105, 190) : between(hash(seed, 1), 240, 1480);
  const otherLesions = kind === 'non-target-only' || hash(seed, 2) % 3 !== 0;
  const first: Reading = {
    sum: withoutTargets(kind) ? null : baseline,
    targetsGone: false,
    nonTargets: otherLesions ? 'present' : 'none',
    newLesion: false,
    evaluable: true,
  };
  const readings = [first];
  for (let n = 1; n <= followUps; n++) readings.push(followUp(kind, seed, n, first));
  return readings;
}

function followUp(kind: CourseKind, seed: number, n: number, first: Reading): Reading {
  const path = PATHS[kind];
  const share = path[Math.min(n, path.length) - 1] ?? 1;
  const noise = kind === 'complete-with-nodes' ? 1 : 1 + deviate(hash(seed, 3, n)) * 0.012;
  const missed = kind === 'not-evaluable-once' && n === 2;
  const gone = (kind === 'complete-to-zero' && share === 0) || (kind === 'complete-with-nodes' && n >= 3);
  return {
    sum: first.sum === null || missed ? null : Math.round(first.sum * share * noise),
    targetsGone: gone,
    nonTargets: nonTargets(kind, seed, n, first, gone),
    newLesion: kind === 'new-lesion-while-falling' && n >= 3,
    evaluable: !missed,
  };
}

function nonTargets(kind: CourseKind, seed: number, n: number, first: Reading, gone: boolean): Reading['nonTargets'] {
  if (first.nonTargets === 'none') return 'none';
  if (kind === 'non-target-progression' && n >= 3) return 'progressed';
  if (kind === 'non-target-only' && hash(seed, 11) % 2 === 0) return n >= 5 ? 'progressed' : 'present';
  if (kind === 'non-target-only') return n >= 4 ? 'gone' : 'present';
  return gone && n >= 4 ? 'gone' : 'present';
}

/** How many lesions each kind of label has at baseline: targets T01 to T05, non-targets NT01 to NT04. */
export function lesionCounts(kind: CourseKind, seed: number, first: Reading): { readonly targets: number; readonly others: number } {
  // A target lesion measures 10 mm at least (RECIST 1.1, 3.1.1); sums are in tenths of a millimetre.
  const measurable = Math.floor((first.sum ?? 0) / 100);
  const targets = kind === 'small-sums' ? 1 : Math.min(measurable, 1 + Math.floor(fraction(hash(seed, 4)) * 5));
  return {
    targets: withoutTargets(kind) ? 0 : targets,
    others: first.nonTargets === 'none' ? 0 : 1 + Math.floor(fraction(hash(seed, 5)) * 4),
  };
}
