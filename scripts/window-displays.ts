/** Names the displays of the windows under test, one for each worker: two windows on one display take the focus from each other. */
export const displaysVariable = 'CARREL_TEST_DISPLAYS';

/** The display of a worker of Playwright, by its place among those that run at once; undefined: the one that is there. */
export function displayOfWorker({ [displaysVariable]: displays, TEST_PARALLEL_INDEX: place }: NodeJS.ProcessEnv): string | undefined {
  return place === undefined ? undefined : displays?.split(' ')[Number(place)];
}
