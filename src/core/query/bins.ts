/** Number of bins of a histogram. */
export const binCount = 20;
