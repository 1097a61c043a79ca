import { between, deviate, fraction, hash, hashText } from './random.ts';
import type { Site, StudyProfile } from './studies.ts';
import { planVisits, type Visit } from './visits.ts';

/** A liver event: peaks as multiples of the upper limit of normal, on a treatment day. */
export interface LiverEvent {
  readonly day: number;
  readonly transaminases: number;
  readonly bilirubin: number;
}

/** Which of a subject's datasets have anything in them. */
export type DataScope = 'all' | 'no-labs' | 'none';

/** One subject with everything that its records share. */
export interface Subject {
  readonly rank: number;
  readonly id: string;
  /** The revision that enrolled the subject; 0 for the base data. */
  readonly since: number;
  readonly seed: number;
  readonly site: Site;
  readonly practitioner: string;
  readonly sex: 'F' | 'M';
  readonly scope: DataScope;
  /** C1D1 in days since 2025-01-01. */
  readonly start: number;
  readonly visits: readonly Visit[];
  readonly heightCm: number;
  readonly weightKg: number;
  readonly liver: LiverEvent | null;
  /** Depth of the fall of blood counts after each dose, 0 to 0.7. */
  readonly marrow: number;
}

/** The subjects of a study at a revision: a few leave, two join with every revision. */
export interface Roster {
  readonly subjects: readonly Subject[];
  /** Ids of subjects who left the Group; they never had data. */
  readonly left: ReadonlySet<string>;
}

/** Enrols `count` subjects and then two a revision: one with data, one without any yet. */
export function enrol(profile: StudyProfile, seed: number, count: number, revision: number): Roster {
  const studySeed = hashText(profile.number, seed);
  const subjects = Array.from({ length: count }, (_, rank) => subject(profile, studySeed, rank, 0, baseScope(rank, count), revision));
  for (let k = 1; k <= revision; k++) {
    subjects.push(subject(profile, studySeed, count + 2 * k - 2, k, 'all', revision));
    subjects.push(subject(profile, studySeed, count + 2 * k - 1, k, 'none', revision));
  }
  const leaving = subjects.filter((one) => one.scope === 'none').slice(0, revision);
  return { subjects, left: new Set(leaving.filter((one) => one.since < revision).map((one) => one.id)) };
}

function baseScope(rank: number, count: number): DataScope {
  if (rank % 16 === 9 || (count >= 3 && count < 10 && rank === count - 1)) return 'none';
  return rank % 16 === 14 ? 'no-labs' : 'all';
}

function subject(profile: StudyProfile, studySeed: number, rank: number, since: number, scope: DataScope, revision: number): Subject {
  const seed = hash(studySeed, rank);
  const site = profile.sites[rank % profile.sites.length] ?? profile.sites[0];
  const sex = hash(seed, 1) % 100 < 54 ? 'F' : 'M';
  const start = since > 0 ? 640 : between(hash(seed, 2), 31, 530);
  const liver = liverEvent(rank, seed);
  const plan = { start, seed, since, revision, cycles: profile.cycles, atLeast: liver === null ? 0 : 3 };
  return {
    rank,
    id: subjectId(profile, rank),
    since,
    seed,
    site,
    practitioner: `Practitioner/${site.practitioners + (hash(seed, 3) % 6)}`,
    sex,
    scope,
    start,
    visits: planVisits(plan),
    heightCm: Math.round((sex === 'F' ? 164 : 177) + deviate(hash(seed, 4)) * 7),
    weightKg: Math.max(42, (sex === 'F' ? 70 : 84) + deviate(hash(seed, 5)) * 13),
    liver,
    marrow: fraction(hash(seed, 6)) * 0.7,
  };
}

/** Sponsors number with gaps: every eleventh number belongs to somebody who was screened and not enrolled. */
function subjectId(profile: StudyProfile, rank: number): string {
  const number = String(1 + rank + Math.floor(rank / 10)).padStart(4, '0');
  return profile.subjectId === 'plain' ? number : `${profile.number}-${number}`;
}

/** Ranks 4, 36, 68, … are potential Hy's law cases; others may have raised transaminases alone. */
function liverEvent(rank: number, seed: number): LiverEvent | null {
  const day = 21 * between(hash(seed, 7), 1, 2);
  if (rank % 32 === 4) return { day, transaminases: 6 + fraction(hash(seed, 8)) * 5, bilirubin: 2.9 };
  if (hash(seed, 9) % 100 >= 14) return null;
  return { day, transaminases: 1.6 + fraction(hash(seed, 8)) * 4, bilirubin: 0.6 + fraction(hash(seed, 10)) };
}
