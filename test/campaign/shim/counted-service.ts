import { createServer, type Server } from 'node:http';
import type { DatasetName } from '../../../src/shared/datasets/datasets.ts';
import { createSandbox } from '../../../src/sandbox/sandbox.ts';

/** A request to the service; page 0 for a token. */
export interface Asked {
  readonly what: DatasetName | 'token';
  readonly page: number;
}

/** The service without faults in this process: its requests are recorded, and each answer can be observed. */
export interface CountedService {
  readonly baseUrl: string;
  readonly partnerId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** All requests since `forget`. */
  readonly asked: readonly Asked[];
  forget(): void;
  setRevision(revision: number): void;
  /** Called after each answer is sent, with how often the same was requested since `forget`; one listener at a time. */
  follow(listener: ((asked: Asked, times: number) => void) | null): void;
  close(): Promise<void>;
}

/** A study with few subjects in small pages: several pages per dataset, and a whole sync in less than a second. */
export async function startCountedService(study: string): Promise<CountedService> {
  const sandbox = createSandbox({ port: 0, subjects: 4, pageSize: 24, studies: [study] });
  const asked: Asked[] = [];
  let listener: ((asked: Asked, times: number) => void) | null = null;
  const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, response) => {
    const request = readAsked(incoming.url ?? '');
    if (request !== null) {
      asked.push(request);
      const times = asked.filter(({ what, page }) => what === request.what && page === request.page).length;
      response.on('finish', () => listener?.(request, times));
    }
    sandbox.handler(incoming, response);
  });
  return {
    baseUrl: await listen(server),
    ...sandbox.credentials,
    asked,
    forget: () => {
      asked.length = 0;
    },
    setRevision: (revision) => sandbox.setRevision(revision),
    follow: (next) => {
      listener = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function readAsked(address: string): Asked | null {
  const url = new URL(address, 'http://127.0.0.1');
  const name = url.pathname.split('/').at(-1)?.toLowerCase() ?? '';
  if (name === 'token') return { what: 'token', page: 0 };
  const what = datasetAt(name, url.searchParams.get('category'));
  return what === null ? null : { what, page: Number(url.searchParams.get('page') ?? 1) };
}

function datasetAt(name: string, category: string | null): DatasetName | null {
  if (name === 'observation') return category === 'laboratory' ? 'labs' : 'vitals';
  const names: Readonly<Record<string, DatasetName>> = {
    group: 'subjects',
    medicationstatement: 'medications',
    diagnosticreport: 'responses',
  };
  return names[name] ?? null;
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`);
    });
  });
}
