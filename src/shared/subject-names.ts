import { uniqueSubject } from './derive/references.ts';
import { nearestName } from './nearest-name.ts';

/** The subjects of a study, found by the ways in which lists name them. */
export interface SubjectNames {
  /** The subject of that name; null: nobody, or more than one. */
  readonly find: (name: string) => string | null;
  /** The subject that was probably meant by a name that nobody has; null: none is near. */
  readonly near: (name: string) => string | null;
}

/**
 * Names as the service has them, and as unique subject ids (USUBJID); where no subject has a name just so, also in other case, width, dashes
 * and quotes. Zeros count: "12" is not "0012".
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

/** What a list names, of the subjects that there are. */
export interface NamedSubjects {
  readonly found: readonly string[];
  /** As they were typed, each once. */
  readonly unknown: readonly string[];
}

/**
 * The subjects that a text names, one per line or divided by commas, semicolons or tabs; by spaces too where a whole line is no subject. A
 * heading above them ("USUBJID") names nobody and is passed over.
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

/** The text with a name of the list put right, wherever it stands as a whole. */
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

/** Whether a text is what stands above a list of subjects, and no subject. */
export function isHeading(part: string): boolean {
  return headings.has(part.toLowerCase().replaceAll(/[_\s]+/g, ' '));
}

/** Without the blanks, marks of byte order and quotes around it. */
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
