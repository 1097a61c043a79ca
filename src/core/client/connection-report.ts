import type { Connection, TestStep } from '../../shared/connection.ts';

interface Tested {
  readonly connection: Connection;
  readonly study: string;
  readonly version: string;
}

/** The report for support, one step a line: no secret, no token, no data, no full client id. */
export function connectionReport(test: Tested, steps: readonly TestStep[], notes: ReadonlyMap<TestStep['step'], string>): string {
  const lines = steps.map(({ step, state, took }) => {
    const about = step === 'study' ? `Group researchstudy=${test.study}` : '';
    return [step.padEnd(6), state.padEnd(7), `${took} ms`.padStart(8), notes.get(step) ?? '', about]
      .filter((part) => part !== '')
      .join('  ')
      .trimEnd();
  });
  const { partnerId, clientId, tokenStyle } = test.connection;
  return [
    `carrel ${test.version} · connection test`,
    ...lines,
    `partner ${partnerId}   client ${shortened(clientId)}   token parameters in ${tokenStyle}   secret [redacted]`,
  ].join('\n');
}

function shortened(id: string): string {
  return id.length <= 8 ? `${id.slice(0, 1)}…` : `${id.slice(0, 4)}…${id.slice(-3)}`;
}
