import assert from 'node:assert/strict';
import { startGateway } from './gateway.ts';
import { mirrorThrough } from './mirror.ts';
import { startOauthServer, type OauthServer, type TokenFormat } from './oauth-server.ts';
import type { ServersTrial } from './trial.ts';
import { startUpstream } from './upstream.ts';

interface Tokens {
  readonly format: TokenFormat;
  /** Seconds. */
  readonly lifetime: number;
  /** Milliseconds between two changes of the signing key, or null for none. */
  readonly rotation: number | null;
  /** Milliseconds that the data service takes for each answer. */
  readonly latency: number;
}

function trial(name: string, { format, lifetime, rotation, latency }: Tokens): ServersTrial {
  return {
    name: `an OAuth server (oidc-provider) with ${name}`,
    needs: [],
    run: async (ground) => {
      const { keep } = ground;
      const upstream = keep(await startUpstream({ latency }));
      const oauth = keep(await startOauthServer(upstream.access, format, lifetime));
      const gateway = keep(await startGateway(oauth, format, upstream.access));
      const rotations = rotation === null ? null : keep(rotateEvery(oauth, rotation));
      const seconds = await mirrorThrough({ ground, truth: upstream.access, through: { ...upstream.access, baseUrl: gateway.baseUrl } });
      const { refused } = gateway.asked;
      // One for connecting, one for the sync, and at least one more.
      assert.ok(oauth.issued() >= 3, `only ${String(oauth.issued())} tokens were issued: none was renewed`);
      if (rotations === null) assert.equal(refused, 0, `${String(refused)} requests came with a token that was over`);
      else assert.ok(refused > 0, 'no token was refused because of its key');
      return `${String(oauth.issued())} tokens, ${String(rotations?.count() ?? 0)} changes of the key, ${String(refused)} refused, ${seconds.toFixed(0)} s`;
    },
  };
}

function rotateEvery(oauth: OauthServer, milliseconds: number): { readonly count: () => number; readonly stop: () => Promise<void> } {
  let count = 0;
  const timer = setInterval(() => {
    void oauth.rotate().then(() => (count += 1));
  }, milliseconds);
  return { count: () => count, stop: async () => clearInterval(timer) };
}

export const oauthTrials: readonly ServersTrial[] = [
  trial('opaque tokens that live 8 s', { format: 'opaque', lifetime: 8, rotation: null, latency: 600 }),
  trial('keys that change every 3 s, the earlier one gone', { format: 'jwt', lifetime: 600, rotation: 3000, latency: 400 }),
  { ...trial('signed tokens that live 8 s', { format: 'jwt', lifetime: 8, rotation: null, latency: 600 }), slow: true },
];
