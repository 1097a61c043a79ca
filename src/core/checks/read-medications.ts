import { localSpan, type LocalSpan } from '../../shared/derive/plausible-date.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { wholeRecords } from '../store/database/layout.ts';
import type { FoundRecord } from './finding.ts';

/** One medication as checked against the others. */
export interface Medication extends FoundRecord {
  /** As sent; empty if none was sent. */
  readonly name: string;
  /** The same for all drugs of one name, regardless of case, spaces and punctuation; empty if there is none. */
  readonly drug: string;
  readonly code: string;
  readonly started: string;
  readonly ended: string;
  readonly start: LocalSpan | null;
  readonly end: LocalSpan | null;
  readonly dose: number | null;
  /** In lower case. */
  readonly unit: string;
  /** In lower case. */
  readonly route: string;
}

type Row = FoundRecord & Record<'name' | 'code' | 'started' | 'ended' | 'unit' | 'route', string | null> & Pick<Medication, 'dose'>;

/** Reads all medications of a study, once for every check that compares them. Call inside a snapshot. */
export function readMedications({ db }: StudyReader): readonly Medication[] {
  const rows = db
    .prepare<[], Row>(
      `SELECT "record_id" AS key, "subject" AS subject, "medication" AS name, "medication_code" AS code, "started" AS started, "ended" AS ended,
         "dose" AS dose, "dose_unit" AS unit, "route" AS route
       FROM ${wholeRecords('medications')} ORDER BY "record_id"`,
    )
    .all();
  return rows.map(({ name, code, started, ended, unit, route, ...row }) => ({
    ...row,
    name: name ?? '',
    drug: drugOf(name ?? ''),
    code: (code ?? '').trim(),
    started: started ?? '',
    ended: ended ?? '',
    start: localSpan(started ?? ''),
    end: localSpan(ended ?? ''),
    unit: (unit ?? '').trim().toLowerCase(),
    route: (route ?? '').trim().toLowerCase(),
  }));
}

/** The letters and digits of a drug's name, with the decimal points of its numbers, which distinguish 2.5 from 25. */
function drugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/(\d)[.,](?=\d)/g, '$1·')
    .replaceAll(/[^\p{L}\p{N}·]+/gu, '');
}

/** Returns the first record of each course, because some studies send a course again at each visit. */
export function eachCourseOnce(all: readonly Medication[]): readonly Medication[] {
  const known = new Set<string>();
  return all.filter(({ subject, name, code, started, ended, dose, unit, route }) => {
    const what = JSON.stringify([subject, name, code, started, ended, dose, unit, route]);
    return known.size !== known.add(what).size;
  });
}
