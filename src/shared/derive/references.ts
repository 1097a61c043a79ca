const PATIENT = 'Patient/';
const PRACTITIONER = 'Practitioner/';

/** Whether a reference has the described form with an identifier. */
export function isPatient(sent: string): boolean {
  return sent.startsWith(PATIENT) && sent.trim().length > PATIENT.length;
}

/** The subject of `Patient/0012`, always as text; empty if the identifier is missing. A reference of another form is returned as sent. */
export function subjectOf(sent: string): string {
  if (isPatient(sent)) return sent.slice(PATIENT.length);
  return sent.trim() === PATIENT ? '' : sent;
}

/** The practitioner identifier of `Practitioner/8841`; a text of another form is returned as sent. */
export function practitionerOf(sent: string): string {
  return sent.startsWith(PRACTITIONER) ? sent.slice(PRACTITIONER.length) : sent;
}

/** Separates study and subject in a unique subject identifier. */
const SEPARATOR = '-';

/**
 * USUBJID, unique across studies. Adds the study number in front unless the subject's identifier starts with it and the separator:
 * `22-0010` in study `22-001` is a different number. Null without a subject.
 */
export function uniqueSubject(study: string | null, subject: string | null): string | null {
  if (study === null || subject === null || subject.trim() === '') return null;
  return subject.startsWith(`${study}${SEPARATOR}`) ? subject : `${study}${SEPARATOR}${subject}`;
}
