/** The variable with the displays of the windows under test, one per worker: two windows on one display take the focus from each other. */
export const displaysVariable = 'CARREL_TEST_DISPLAYS';

/** The display of a Playwright worker, by its parallel index; undefined for the existing display. */
export function displayOfWorker({ [displaysVariable]: displays, TEST_PARALLEL_INDEX: place }: NodeJS.ProcessEnv): string | undefined {
  return place === undefined ? undefined : displays?.split(' ')[Number(place)];
}
