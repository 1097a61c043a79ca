import assert from 'node:assert/strict';
import type { Access } from '../../cli/service.ts';
import { mirrorThrough } from './mirror.ts';
import { startNginx, type Nginx, type NginxLimit } from './nginx.ts';
import type { Ground, ServersTrial } from './trial.ts';
import { startUpstream, studies, type Upstream } from './upstream.ts';

/** The largest share of requests that a limit may refuse. */
const mostRefused = 0.6;

interface Fronted {
  readonly nginx: Nginx;
  readonly upstream: Upstream;
  /** The service as configured in Carrel. */
  readonly through: Access;
}

async function frontWithNginx({ folder, keep }: Ground, limit: NginxLimit | null, latency = 0): Promise<Fronted> {
  const upstream = keep(await startUpstream({ latency }));
  const nginx = keep(await startNginx(folder, upstream.port, limit));
  return { nginx, upstream, through: { ...upstream.access, baseUrl: nginx.baseUrl } };
}

/** The processes mirror one study each at the same time. */
function limited(limit: NginxLimit, processes: number): ServersTrial {
  const together = processes === 1 ? '' : `, shared by ${String(processes)} processes`;
  return {
    name: `nginx that allows ${String(limit.perSecond)} requests a second, else ${String(limit.status)}${together}`,
    needs: ['nginx'],
    run: async (ground) => {
      const { nginx, upstream, through } = await frontWithNginx(ground, limit);
      const each = studies.slice(0, processes);
      const seconds = await Promise.all(each.map(async (study) => mirrorThrough({ ground, through, truth: upstream.access, study })));
      const answered = nginx.answered();
      const all = [...answered.values()].reduce((sum, count) => sum + count, 0);
      const refused = (answered.get(limit.status) ?? 0) / all;
      assert.ok(refused > 0, 'the limit was never met');
      assert.ok(refused <= mostRefused, `${percent(refused)} of ${String(all)} requests were refused`);
      return `${percent(refused)} of ${String(all)} requests refused, ${seconds.map((one) => one.toFixed(0)).join(' and ')} s`;
    },
  };
}

function restarted(away: number): ServersTrial {
  return {
    name: `nginx whose service is restarted in mid-run, away for ${String(away)} s`,
    needs: ['nginx'],
    run: async (ground) => {
      const { nginx, upstream, through } = await frontWithNginx(ground, null, 100);
      const midway = async (): Promise<void> => upstream.restart(away * 1000);
      const seconds = await mirrorThrough({ ground, through, truth: upstream.access, midway });
      const bad = nginx.answered().get(502) ?? 0;
      assert.ok(bad > 0, 'nobody asked while the service was away');
      return `${String(bad)} answers 502, ${seconds.toFixed(0)} s`;
    },
  };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

const inLongForm = (trial: ServersTrial): ServersTrial => ({ ...trial, slow: true });

export const nginxTrials: readonly ServersTrial[] = [
  limited({ perSecond: 2, status: 503 }, 1),
  limited({ perSecond: 10, status: 429 }, 2),
  restarted(6),
  ...[
    restarted(20),
    limited({ perSecond: 2, status: 429 }, 1),
    limited({ perSecond: 10, status: 503 }, 1),
    limited({ perSecond: 10, status: 429 }, 1),
    limited({ perSecond: 10, status: 503 }, 2),
  ].map(inLongForm),
];
