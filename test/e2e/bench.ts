import { join } from 'node:path';
import { test } from '@playwright/test';
import { demoEnvironment } from '../../scripts/sandbox-process.ts';
import { findReservedPort } from '../reserved-port.ts';
import { startService, type Service } from './service.ts';
import { openCarrel, temporaryFolder, type Carrel } from './window.ts';

interface BenchOptions {
  /** Arguments of the service; null: none is started. */
  readonly service: readonly string[] | null;
  /** Whether the demo's environment names the service, so that Carrel connects by itself. Default: true if there is a service. */
  readonly reported?: boolean;
  /** Name of the data folder inside the test's folder. Default: the test's folder itself. */
  readonly data?: string;
}

/** What the tests of a group work on; available once the first test runs. */
interface Bench {
  /** A folder for this group only. */
  readonly folder: { readonly path: string };
  readonly service: Service;
  /** The window opened last. */
  readonly carrel: Carrel;
  /** Opens the window again after it was closed, with this environment only; on the same data folder unless another is given. */
  readonly reopen: (environment?: NodeJS.ProcessEnv, dataDir?: string) => Promise<void>;
  /** Starts the service again on its port, after it was stopped. */
  readonly restart: (args: readonly string[]) => Promise<void>;
}

/** Starts the service and the window before a group's tests; afterwards stops both and removes what they wrote. */
export function openBench({ service: args, reported = args !== null, data = '' }: BenchOptions): Bench {
  let folder: Awaited<ReturnType<typeof temporaryFolder>> | null = null;
  let service: Service | null = null;
  let carrel: Carrel | null = null;
  test.beforeAll(async () => {
    folder = await temporaryFolder();
    const dataDir = join(folder.path, data);
    service = args === null ? null : await startService({ port: await findReservedPort(), arguments: args });
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

/** A proxy for a value that exists only once the tests run. */
function whenThere<T extends object>(current: () => T | null): T {
  return new Proxy({} as T, {
    get: (_nothing, name) => {
      const there = current();
      if (there === null) throw new TypeError(`${String(name)} was asked for before the tests began.`);
      return Reflect.get(there, name) as unknown;
    },
  });
}
