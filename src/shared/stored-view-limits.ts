/** Subjects of a filter that is kept over a lock; one of more is cleared by it, which is said. */
export const mostStoredSubjects = 50_000;

/** Characters that are kept of a view: one text that is longer must not take all others with it. */
export const storedLengths = { says: 400, chartName: 128, chartChoice: 4096 } as const;
