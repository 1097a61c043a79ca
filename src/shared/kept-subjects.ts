/** Subjects of a filter that is kept over a lock; one of more is cleared by it, which is said. */
export const mostKeptSubjects = 50_000;
