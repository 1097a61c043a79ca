import { setTimeout as wait } from 'node:timers/promises';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import type { Access } from '../../cli/service.ts';
import { findReservedPort } from '../../reserved-port.ts';

/** The studies behind these servers. */
export const studies = ['22-001', '23-014'] as const;

/** The data service behind the third-party programs, which can stop and come back at the same address. */
export interface Upstream {
  readonly access: Access;
  readonly port: number;
  /** Stops it with its connections; after these milliseconds another one starts, which knows none of its tokens. */
  readonly restart: (away: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Labs and vitals have several pages, about twenty in total. `latency`: milliseconds before each answer. */
export async function startUpstream({ latency = 0 }: { readonly latency?: number } = {}): Promise<Upstream> {
  const port = await findReservedPort();
  const open = async (): Promise<Sandbox> => {
    const sandbox = createSandbox({ subjects: 4, pageSize: 60, studies, latency });
    await sandbox.listen(port);
    return sandbox;
  };
  let running = await open();
  return {
    access: { baseUrl: `http://127.0.0.1:${String(port)}`, ...running.credentials },
    port,
    restart: async (away) => {
      await running.close();
      await wait(away);
      running = await open();
    },
    stop: async () => running.close(),
  };
}
