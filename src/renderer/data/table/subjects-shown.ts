/** The two tables of subjects: what there is of each, and the Group's members as the service sent them. */
export type SubjectsShown = 'glance' | 'sent';

/** Name of the choice between them. */
export const subjectsChoice = 'subjects-shown';

/** The choices of a study with the table as sent: where somebody goes to its records, that is the one that has them. */
export function withSubjectsAsSent(choices: ReadonlyMap<string, string>, study: string): ReadonlyMap<string, string> {
  const sent: SubjectsShown = 'sent';
  return new Map(choices).set(`${study}/${subjectsChoice}`, sent);
}
