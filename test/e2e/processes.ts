import { setTimeout as delay } from 'node:timers/promises';
import type { Carrel } from './window.ts';

/** Process ids of the renderers. */
export function drawingProcesses(carrel: Carrel): Promise<readonly number[]> {
  return processesOf(carrel, 'Tab', '');
}

export function engineProcesses(carrel: Carrel): Promise<readonly number[]> {
  return processesOf(carrel, 'Utility', 'Carrel ');
}

/** The process id of the GPU process, or null if there is none. */
export async function findGpuProcess(carrel: Carrel): Promise<number | null> {
  return (await processesOf(carrel, 'GPU', ''))[0] ?? null;
}

/** The process id of an engine by its name, or null while it does not run. */
export async function findProcess(carrel: Carrel, name: string): Promise<number | null> {
  return (await processesOf(carrel, 'Utility', name))[0] ?? null;
}

/** The same, but waits for it: the writer starts after the window, and a killed engine restarts after a pause. */
export async function requireProcess(carrel: Carrel, name: string): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const pid = await findProcess(carrel, name);
    if (pid !== null) return pid;
    await delay(100);
  }
  throw new Error(`There is no process called ${name}.`);
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
