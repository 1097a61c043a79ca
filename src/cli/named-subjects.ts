import type { ExportPart } from '../core/export/export-plan.ts';
import type { StudyReader } from '../core/query/study-directory.ts';
import { everySubject } from '../core/views/list-subjects.ts';
import { AppError } from '../shared/errors.ts';
import { isHeading, subjectNames } from '../shared/subject-names.ts';
import type { Target } from './export-arguments.ts';
import { formatCountOf } from '../shared/format-count.ts';

interface NamedTargets {
  readonly targets: readonly Target[];
  /** How many names in the --subjects file match no subject, without naming them; null if all match. */
  readonly says: string | null;
}

/**
 * Replaces names from the --subjects file (unique ids, other case or dashes) by the study's own subjects. Throws USAGE if none of them is a
 * subject: the empty file would look as if there were no records.
 */
export function nameSubjects(study: StudyReader, targets: readonly Target[]): NamedTargets {
  const { named, says } = namesIn(
    study,
    targets.flatMap(({ request }) => request.listing?.subjects ?? request.parts[0]?.selection.subjects ?? []),
  );
  return {
    targets: targets.map(({ path, request: { listing, ...request } }) => ({
      path,
      request: {
        ...request,
        ...(listing === undefined ? {} : { listing: { ...listing, subjects: named(listing.subjects) } }),
        parts: withNames(request.parts, named),
      },
    })),
    says,
  };
}

/** The same for a preview. */
export function nameSubjectsOf(
  study: StudyReader,
  parts: readonly ExportPart[],
): { readonly parts: readonly ExportPart[]; readonly says: string | null } {
  const { named, says } = namesIn(study, parts[0]?.selection.subjects ?? []);
  return { parts: withNames(parts, named), says };
}

type Named = (names: readonly string[] | null) => string[] | null;

function withNames(parts: readonly ExportPart[], named: Named): ExportPart[] {
  return parts.map((part) => ({ ...part, selection: { ...part.selection, subjects: named(part.selection.subjects) } }));
}

function namesIn(study: StudyReader, given: readonly string[]): { readonly named: Named; readonly says: string | null } {
  if (given.length === 0) return { named: (names) => (names === null ? null : [...names]), says: null };
  const { find } = subjectNames(study.study, everySubject(study));
  if (!given.some((name) => find(name) !== null))
    throw new AppError(
      'USAGE',
      `No name in the --subjects file is a subject of study ${study.study}. Nothing was written. Give a text file in UTF-8 with one subject on each line.`,
    );
  const places = [...new Set(given)].flatMap((name, at) => (find(name) === null && !(at === 0 && isHeading(name)) ? [at + 1] : []));
  return {
    named: (names) => (names === null ? null : [...new Set(names.flatMap((name) => find(name) ?? []))]),
    says: places.length === 0 ? null : sayUnknown(study.study, places),
  };
}

/** Maximum number of positions listed. */
const mostReported = 10;

function sayUnknown(study: string, places: readonly number[]): string {
  const reported = places.slice(0, mostReported).join(', ');
  const more = places.length > mostReported ? ', …' : '';
  return (
    `${formatCountOf(places.length, 'name')} in the --subjects file ${places.length === 1 ? 'is not a subject' : 'are not subjects'} of study ${study} ` +
    `(positions, not counting repetitions: ${reported}${more}). The others are in the file.`
  );
}
