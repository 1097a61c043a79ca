import { fragment, type RawJson } from '../json.ts';
import { structure } from '../structure.ts';
import { hashText } from './random.ts';
import { studyProfile, type StudyProfile } from './studies.ts';
import { enrol, type Roster } from './subjects.ts';

/** What the synthetic data of a study depends on. */
export interface StudyOptions {
  readonly seed: number;
  /** Subjects in the base data; `null` for the study's own number. */
  readonly subjects: number | null;
  /** Least number of laboratory results; `null` for the study's own number. */
  readonly labs: number | null;
  readonly revision: number;
}

/** One study at one revision, from which every dataset is written. */
export interface StudyData {
  readonly profile: StudyProfile;
  readonly seed: number;
  readonly revision: number;
  readonly roster: Roster;
  readonly labs: number;
  /** Extensions 0 and 1 of both observations; the returned key is valueString, not the listed valueCode (spec 2.2). */
  readonly observationExtensions: RawJson;
}

const MOST_LABS_A_SUBJECT = 1500;

/** Enrols the subjects; a large number of labs asks for more subjects, unless their number is given. */
export function openStudy(number: string, options: StudyOptions): StudyData {
  const profile = studyProfile(number);
  const labs = options.labs ?? 0;
  const count = options.subjects ?? Math.max(profile.subjects, Math.ceil(labs / MOST_LABS_A_SUBJECT));
  return {
    profile,
    seed: hashText(number, options.seed),
    revision: options.revision,
    roster: enrol(profile, options.seed, count, options.revision),
    labs,
    observationExtensions: fragment([
      { url: structure('IDB.Protocol'), valueString: profile.number },
      { url: structure('SponsorID'), valueString: profile.sponsor },
    ]),
  };
}
