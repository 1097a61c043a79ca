/** Of a day on the wall clock and in UTC; no zone is looked at. */
export const millisecondsOfDay = 86_400_000;
