/** Maximum number of subjects in a filter that survives locking. A larger filter is cleared, and the window says so. */
export const mostStoredSubjects = 50_000;

/** Maximum number of characters per text of a stored view, so that one long text does not discard all others. */
export const storedLengths = { says: 400, chartName: 128, chartChoice: 4096, draftName: 640, draft: 4000 } as const;

/** Maximum number of notes of a study that are being typed and survive locking. */
export const mostStoredDrafts = 20;
