import type { Carrel } from './window.ts';

/** Process ids of the pages that are drawn. */
export function drawingProcesses(carrel: Carrel): Promise<readonly number[]> {
  return processesOf(carrel, 'Tab', '');
}

export function engineProcesses(carrel: Carrel): Promise<readonly number[]> {
  return processesOf(carrel, 'Utility', 'Carrel ');
}

/** The process that talks to the graphics hardware or imitates it; null where there is none. */
export async function findGpuProcess(carrel: Carrel): Promise<number | null> {
  return (await processesOf(carrel, 'GPU', ''))[0] ?? null;
}

/** The process id of an engine by its name; null while it does not run. */
export async function findProcess(carrel: Carrel, name: string): Promise<number | null> {
  return (await processesOf(carrel, 'Utility', name))[0] ?? null;
}

export async function requireProcess(carrel: Carrel, name: string): Promise<number> {
  const pid = await findProcess(carrel, name);
  if (pid === null) throw new Error(`There is no process called ${name}.`);
  return pid;
}

export function kill(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  process.kill(pid, signal);
}

async function processesOf(carrel: Carrel, type: 'Tab' | 'Utility' | 'GPU', prefix: string): Promise<readonly number[]> {
  const processes = await carrel.app.evaluate(({ app }) =>
    app.getAppMetrics().map((process) => ({ pid: process.pid, type: process.type, name: process.name ?? '' })),
  );
  return processes.filter((process) => process.type === type && process.name.startsWith(prefix)).map(({ pid }) => pid);
}
