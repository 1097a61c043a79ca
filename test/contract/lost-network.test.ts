import { createServer, connect, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { syncStudies, type SyncListeners } from '../../src/core/sync/sync-studies.ts';
import type { SyncPause } from '../../src/shared/status.ts';
import { pageOf, startAnsweringService, type AnsweringService } from './answering-service.ts';
import { findReservedPort } from '../reserved-port.ts';
import { createTestHost, type TestHost } from './study-host.ts';

const study = '22-001';
let service: AnsweringService;
let host: TestHost;
let network: Network;

/** A network between Carrel and the service that can be cut, so that nothing listens, and restored. */
interface Network {
  readonly port: number;
  cut(): void;
  mend(): Promise<void>;
}

async function startNetwork(target: number): Promise<Network> {
  const port = await findReservedPort();
  const sockets = new Set<Socket>();
  let server: Server;
  const listen = async (): Promise<void> => {
    server = createServer((near) => {
      const far = connect(target, '127.0.0.1');
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(one);
        one.on('error', () => other.destroy());
        one.on('close', () => other.destroy());
        one.pipe(other);
      }
    });
    await new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  };
  await listen();
  return {
    port,
    cut: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
    mend: listen,
  };
}

beforeEach(async () => {
  service = await startAnsweringService({ subjects: 4, pageSize: 20 });
  const { partnerId, clientId, clientSecret } = service.sandbox.credentials;
  network = await startNetwork(Number(new URL(service.baseUrl).port));
  host = createTestHost({ baseUrl: `http://127.0.0.1:${network.port}`, partnerId, clientId, tokenStyle: 'body', demo: true }, clientSecret);
});
afterEach(async () => {
  network.cut();
  await service.close();
  host.remove();
});

function sync(onPause: (pause: SyncPause) => void, over: SyncListeners = {}) {
  return syncStudies(
    host,
    { studies: [study], only: ['labs'], acceptShrink: false },
    {
      network: { backoff: { tries: 5, base: 1200, ceiling: 1200, timeoutMs: 90_000 }, random: () => 1 },
      onPause,
      ...over,
    },
  );
}

test('a network lost during a run is waited for, and the pass continues where it was', async () => {
  const pauses: SyncPause[] = [];
  service.alter = (answer, request) => {
    if (request.url.includes('laboratory') && pageOf(request) === 6) {
      service.alter = (honest) => honest;
      network.cut();
    }
    return answer;
  };
  const result = await sync((pause) => {
    // More requests fail than a page has tries.
    if (pauses.push(pause) === 8) void network.mend();
  });
  expect(result.code).toBe('OK');
  expect(pauses.length).toBeGreaterThanOrEqual(8);
  expect(pauses[0]).toEqual({ reason: 'NETWORK', seconds: 2 });
  const pages = service.asked.filter((url) => url.includes('laboratory')).map((url) => pageOf({ url }));
  const again = pages.length - new Set(pages).size;
  // Each page is requested once more to confirm it.
  expect(again).toBeLessThanOrEqual(new Set(pages).size + 4 + 2);
  expect(result.studies[0]?.datasets[0]?.proof).toMatchObject({ passes: 1, repeated: [] });
});

test('a pause ends with the request that waited, even one that confirms a page', async () => {
  const reported: string[] = [];
  let looks = 0;
  service.alter = (answer, request) => {
    if (request.url.includes('laboratory') && pageOf(request) === 1 && (looks += 1) === 2) network.cut();
    return answer;
  };
  const result = await sync(
    () => {
      reported.push('pause');
      if (reported.filter((what) => what === 'pause').length === 2) void network.mend();
    },
    { onResume: () => reported.push('resume'), onProgress: () => reported.push('progress') },
  );
  expect(result.code).toBe('OK');
  expect(reported.lastIndexOf('resume')).toBeGreaterThan(reported.lastIndexOf('pause'));
});

test('a service that was never reached ends the run after five tries', async () => {
  network.cut();
  const pauses: SyncPause[] = [];
  expect((await sync((pause) => pauses.push(pause))).code).toBe('NETWORK');
  expect(pauses).toHaveLength(4);
});
