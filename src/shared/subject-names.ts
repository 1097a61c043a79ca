import { uniqueSubject } from './derive/references.ts';
import { nearestName } from './nearest-name.ts';

/** Finds the subjects of a study by the names that lists use for them. */
export interface SubjectNames {
  /** The subject with that name; null if there is none, or more than one. */
  readonly find: (name: string) => string | null;
  /** The subject probably meant by an unknown name; null if none is close enough. */
  readonly near: (name: string) => string | null;
}

/**
 * Matches names as the service has them and as unique subject ids (USUBJID). If no subject has exactly that name, case, width, dashes and
 * quotes are ignored. Zeros count: "12" is not "0012".
 */
export function subjectNames(study: string, subjects: readonly string[]): SubjectNames {
  const exact = new Set(subjects);
  const folded = new Map<string, Set<string>>();
  for (const subject of subjects)
    for (const name of [subject, uniqueSubject(study, subject) ?? subject]) {
      const key = foldName(name);
      folded.set(key, (folded.get(key) ?? new Set()).add(subject));
    }
  const names = [...folded.keys()];
  const only = (key: string | null): string | null => {
    const [first, ...others] = key === null ? [] : (folded.get(key) ?? []);
    return first === undefined || others.length > 0 ? null : first;
  };
  return {
    find: (name) => (exact.has(name) ? name : only(foldName(name))),
    near: (name) => only(nearestName(foldName(name), names)),
  };
}

/** The subjects named by a list, out of those in the study. */
export interface NamedSubjects {
  readonly found: readonly string[];
  /** As typed, each once. */
  readonly unknown: readonly string[];
}

/**
 * The subjects named in a text: one per line, or separated by commas, semicolons or tabs, and by spaces if a whole line is not a subject. A
 * heading at the top ("USUBJID") is skipped.
 */
export function subjectsInText(text: string, { find }: SubjectNames): NamedSubjects {
  const found = new Set<string>();
  const unknown = new Set<string>();
  const parts = text
    .split(/[\r\n,;\t]+/)
    .map(withoutQuotes)
    .filter((part) => part !== '');
  for (const [at, part] of parts.entries()) {
    const whole = find(part);
    if (whole !== null) found.add(whole);
    else if (at === 0 && isHeading(part)) continue;
    else
      for (const name of part.split(/\s+/).map(withoutQuotes)) {
        const subject = find(name);
        if (subject !== null) found.add(subject);
        else if (name !== '') unknown.add(name);
      }
  }
  return { found: [...found].sort(), unknown: [...unknown] };
}

/** Replaces a name in the list by its subject wherever it occurs as a whole entry. */
export function withNameReplaced(text: string, name: string, subject: string): string {
  return text
    .split(/([\s,;]+)/)
    .map((part) => (withoutQuotes(part) === name ? subject : part))
    .join('');
}

const headings: ReadonlySet<string> = new Set([
  'usubjid',
  'subjid',
  'subject',
  'subjects',
  'subject id',
  'unique subject',
  'patient',
  'patient id',
]);

/** Whether a text is the heading of a list of subjects. */
export function isHeading(part: string): boolean {
  return headings.has(part.toLowerCase().replaceAll(/[_\s]+/g, ' '));
}

/** Removes spaces, byte order marks and quotes around the text. */
function withoutQuotes(part: string): string {
  return part
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .replace(/^(["'“”„‘’«])(.*)(["'“”‘’»])$/u, '$2')
    .trim();
}

function foldName(name: string): string {
  return withoutQuotes(name)
    .normalize('NFKC')
    .replaceAll(/\p{Pd}|\u2212/gu, '-')
    .toUpperCase();
}
