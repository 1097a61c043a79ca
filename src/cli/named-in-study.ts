import { isSameVisit } from '../shared/derive/anchor-visits.ts';
import { AppError } from '../shared/errors.ts';
import type { ListingRequest } from '../shared/listing-schema.ts';
import { nearestName } from '../shared/nearest-name.ts';
import { subjectNames } from '../shared/subject-names.ts';
import { inSnapshot } from '../core/query/snapshot.ts';
import type { StudyReader } from '../core/query/study-directory.ts';
import { differentTexts } from '../core/store/flip/different-texts.ts';
import { readAnchors } from '../core/views/anchors.ts';
import { everySubject } from '../core/views/list-subjects.ts';

/**
 * Throws USAGE if a listing names a test or a visit that no record has, or an anchor that no subject has: the empty listing would look as
 * if there were nothing to list.
 */
export function assertNamed(study: StudyReader, { dataset = 'labs', tests, visits, anchor }: ListingRequest): void {
  if (dataset !== 'labs' && dataset !== 'vitals') return;
  inSnapshot(study, () => {
    if (tests !== undefined) {
      const known = differentTexts(study, dataset, 'test');
      const strange = tests.find((test) => !known.includes(test));
      if (strange !== undefined) throw unknown(`test in its ${dataset}`, strange, { known, study });
    }
    if (visits !== undefined) {
      const known = differentTexts(study, dataset, 'visit');
      const strange = [visits.a, visits.b].find((visit) => !known.some((one) => isSameVisit(one, visit)));
      if (strange !== undefined) throw unknown(`visit in its ${dataset}`, strange, { known, study });
    }
    if (anchor !== undefined) readAnchors(study, anchor);
  });
}

/**
 * Finds subjects by their number in the study or by unique id, including those that are left only in the history. Throws USAGE for any
 * other name.
 */
export function subjectsTyped(study: StudyReader, typed: readonly string[]): string[] {
  return inSnapshot(study, () => {
    const gone = study.db.prepare<[], string>('SELECT DISTINCT subject FROM change WHERE subject IS NOT NULL').pluck().all();
    const known = [...new Set([...everySubject(study), ...gone])];
    const { find, near } = subjectNames(study.study, known);
    const found = typed.map((name) => {
      const subject = find(name);
      if (subject === null) throw unknown('subject', name, { study, nearest: near(name) });
      return subject;
    });
    return [...new Set(found)];
  });
}

interface Known {
  readonly study: StudyReader;
  readonly known?: readonly string[];
  readonly nearest?: string | null;
}

/** Maximum number of characters of a name in an error. */
const mostRepeated = 60;

function unknown(what: string, typed: string, { study, known = [], nearest = nearestName(typed, known) }: Known): AppError {
  const advice = nearest === null ? 'Write it exactly as in the records.' : `Did you mean "${nearest}"?`;
  return new AppError('USAGE', `${study.study} has no ${what} called "${typed.slice(0, mostRepeated)}". ${advice}`);
}
