/** Rules that a study has of its own, at most. */
export const mostRules = 200;
/** Records that a rule of somebody's own may find: a rule that finds more tells nothing. */
export const mostFoundByRule = 100_000;
