import type { Connection, TestStep } from '../../shared/connection.ts';
import { parseUrl } from './base-url.ts';

interface Tested {
  readonly connection: Connection;
  readonly study: string;
  readonly version: string;
}

/** The report for support, one step per line, without secret, token, data or full client id. */
export function connectionReport(test: Tested, steps: readonly TestStep[], notes: ReadonlyMap<TestStep['step'], string>): string {
  const lines = steps.map(({ step, state, took }) => {
    const about = step === 'study' ? `Group researchstudy=${test.study}` : '';
    return [step.padEnd(6), state.padEnd(7), `${took} ms`.padStart(8), notes.get(step) ?? '', about]
      .filter((part) => part !== '')
      .join('  ')
      .trimEnd();
  });
  const { partnerId, clientId } = test.connection;
  return [
    `carrel ${test.version} · connection test`,
    ...lines,
    `partner ${partnerId}   client ${shortened(clientId)}   ${tokenRequest(test.connection)}   secret [redacted]`,
  ].join('\n');
}

/** How the token is requested. Of a token address only the host is shown, because its path may name a tenant. */
function tokenRequest({ tokenStyle, scope, audience, tokenUrl }: Connection): string {
  return [
    `token parameters in ${tokenStyle}`,
    ...(scope === undefined ? [] : [`scope ${scope === '' ? 'none' : scope}`]),
    ...(audience === undefined ? [] : [`audience ${audience}`]),
    ...(tokenUrl === undefined ? [] : [`token address at ${parseUrl(tokenUrl)?.host ?? 'nowhere'}`]),
  ].join('   ');
}

function shortened(id: string): string {
  return id.length <= 8 ? `${id.slice(0, 1)}…` : `${id.slice(0, 4)}…${id.slice(-3)}`;
}
