/** Bins of a histogram. */
export const binCount = 20;
