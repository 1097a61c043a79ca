import { join } from 'node:path';
import { test } from '@playwright/test';
import { demoEnvironment } from '../../scripts/sandbox-process.ts';
import { findLastingPort } from '../lasting-port.ts';
import { startService, type Service } from './service.ts';
import { openCarrel, temporaryFolder, type Carrel } from './window.ts';

interface BenchOptions {
  /** Arguments of the service; null: none is started. */
  readonly service: readonly string[] | null;
  /** Whether Carrel is told of the service by the environment of the demo, and so connects by itself; it is where there is one. */
  readonly reported?: boolean;
  /** Name of the data folder in the test's folder; without it that one is the data folder. */
  readonly data?: string;
}

/** What the tests of a group work on; each part is there from the first test on. */
interface Bench {
  /** A folder for the group alone. */
  readonly folder: { readonly path: string };
  readonly service: Service;
  /** The window that was opened last. */
  readonly carrel: Carrel;
  /** Opens it again after it was closed, told nothing but the environment given; on the same data folder where no other is named. */
  readonly reopen: (environment?: NodeJS.ProcessEnv, dataDir?: string) => Promise<void>;
  /** Starts the service again on its port, after it was stopped. */
  readonly restart: (args: readonly string[]) => Promise<void>;
}

/** Starts the service and the window before the tests of a group, and ends them after, with all that they wrote. */
export function openBench({ service: args, reported = args !== null, data = '' }: BenchOptions): Bench {
  let folder: Awaited<ReturnType<typeof temporaryFolder>> | null = null;
  let service: Service | null = null;
  let carrel: Carrel | null = null;
  test.beforeAll(async () => {
    folder = await temporaryFolder();
    const dataDir = join(folder.path, data);
    service = args === null ? null : await startService({ port: await findLastingPort(), arguments: args });
    carrel = await openCarrel(dataDir, service !== null && reported ? demoEnvironment(service, dataDir) : {});
  });
  test.afterAll(async () => {
    await carrel?.close();
    await service?.stop();
    await folder?.remove();
  });
  return {
    folder: whenThere(() => folder),
    service: whenThere(() => service),
    carrel: whenThere(() => carrel),
    reopen: async (environment = {}, dataDir = carrel?.dataDir ?? '') => {
      carrel = await openCarrel(dataDir, environment);
    },
    restart: async (given) => {
      service = await startService({ port: service?.port ?? 0, arguments: given });
    },
  };
}

/** Stands for what there is when it is asked. */
function whenThere<T extends object>(current: () => T | null): T {
  return new Proxy({} as T, {
    get: (_nothing, name) => {
      const there = current();
      if (there === null) throw new TypeError(`${String(name)} was asked for before the tests began.`);
      return Reflect.get(there, name) as unknown;
    },
  });
}
