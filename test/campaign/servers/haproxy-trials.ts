import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findReservedPort } from '../../reserved-port.ts';
import { mirrorThrough } from './mirror.ts';
import { startProgram, type RunningProgram } from './programs.ts';
import type { ServersTrial } from './trial.ts';
import { startUpstream, type Upstream } from './upstream.ts';

/** Checks the service every half second and answers 503 itself while it is away. */
function configurationOf(port: number, behind: number): string {
  return `global
  maxconn 256
defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  retries 1
frontend all
  bind 127.0.0.1:${String(port)}
  default_backend data
backend data
  option httpchk GET /
  http-check expect rstatus [0-9]
  server one 127.0.0.1:${String(behind)} check inter 500ms fall 1 rise 1
`;
}

/** HAProxy, which can be stopped and started again. */
interface Haproxy extends RunningProgram {
  readonly restart: (away: number) => Promise<void>;
}

async function startHaproxy(folder: string, port: number, behind: number): Promise<Haproxy> {
  const configuration = join(folder, 'haproxy.cfg');
  writeFileSync(configuration, configurationOf(port, behind));
  const start = async (): Promise<RunningProgram> => startProgram('haproxy', ['-db', '-f', configuration], port);
  let running = await start();
  return {
    stop: async () => running.stop(),
    restart: async (away) => {
      await running.stop();
      await wait(away);
      running = await start();
    },
  };
}

function trial(name: string, midway: ((upstream: Upstream, haproxy: Haproxy) => Promise<void>) | null): ServersTrial {
  return {
    name,
    needs: ['haproxy'],
    run: async (ground) => {
      const upstream = ground.keep(await startUpstream({ latency: 100 }));
      const port = await findReservedPort();
      const haproxy = ground.keep(await startHaproxy(ground.folder, port, upstream.port));
      const through = { ...upstream.access, baseUrl: `http://127.0.0.1:${String(port)}` };
      const event = midway === null ? {} : { midway: async () => midway(upstream, haproxy) };
      const seconds = await mirrorThrough({ ground, through, truth: upstream.access, ...event });
      return `${seconds.toFixed(0)} s`;
    },
  };
}

export const haproxyTrials: readonly ServersTrial[] = [
  trial('HAProxy whose service is restarted in mid-run, away for 6 s', async (upstream) => upstream.restart(6000)),
  {
    ...trial('HAProxy that is itself restarted in mid-run, away for 3 s', async (_upstream, haproxy) => haproxy.restart(3000)),
    slow: true,
  },
  {
    ...trial('HAProxy whose service is restarted in mid-run, away for 20 s', async (upstream) => upstream.restart(20_000)),
    slow: true,
  },
  { ...trial('HAProxy that nothing happens to', null), slow: true },
];
