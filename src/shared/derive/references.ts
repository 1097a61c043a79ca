const PATIENT = 'Patient/';
const PRACTITIONER = 'Practitioner/';

/** True for a reference of the described shape with an identifier behind it. */
export function isPatient(sent: string): boolean {
  return sent.startsWith(PATIENT) && sent.trim().length > PATIENT.length;
}

/** The subject of `Patient/0012`, always as text; empty where nobody is named behind it. A reference of another shape stays as sent. */
export function subjectOf(sent: string): string {
  if (isPatient(sent)) return sent.slice(PATIENT.length);
  return sent.trim() === PATIENT ? '' : sent;
}

/** The practitioner identifier of `Practitioner/8841`; a text of another shape stays as sent. */
export function practitionerOf(sent: string): string {
  return sent.startsWith(PRACTITIONER) ? sent.slice(PRACTITIONER.length) : sent;
}

/** Stands between study and subject in a unique subject identifier. */
const SEPARATOR = '-';

/**
 * USUBJID: unique across studies. The study number is put in front unless the subject's identifier begins with it and the separator:
 * `22-0010` of study `22-001` is a number of its own. Null where nobody is named.
 */
export function uniqueSubject(study: string | null, subject: string | null): string | null {
  if (study === null || subject === null || subject.trim() === '') return null;
  return subject.startsWith(`${study}${SEPARATOR}`) ? subject : `${study}${SEPARATOR}${subject}`;
}
