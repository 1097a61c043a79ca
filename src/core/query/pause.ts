/** Called between two steps of long work, so that other work can run. What it throws ends the work. */
export type Pause = () => Promise<unknown>;
