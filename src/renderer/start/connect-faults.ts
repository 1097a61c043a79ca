import type { TestStep } from '../../shared/connection.ts';
import type { ConnectField, ConnectValues } from './connect-values.ts';

type Faults = ReadonlyMap<ConnectField, string>;

/** Which fields a failed test speaks against, and what is said beside each; none where it is the service's own fault. */
export function testFaults(steps: readonly TestStep[], values: Pick<ConnectValues, 'partnerId' | 'study'>): Faults {
  const failed = steps.find(({ state }) => state === 'failed');
  return new Map(failed === undefined ? [] : faultsOf(failed, values));
}

function faultsOf(
  { step, category }: TestStep,
  { partnerId, study }: Pick<ConnectValues, 'partnerId' | 'study'>,
): readonly (readonly [ConnectField, string])[] {
  const isBusy = category === 'SERVER' || category === 'RATE';
  switch (step) {
    case 'dns':
      return [['baseUrl', category === 'NETWORK' ? 'No server is found under this address' : 'This address cannot be used']];
    case 'tls':
      return [['baseUrl', category === 'TLS' ? 'The server cannot prove that this is its address' : 'No secure line to this address']];
    case 'token':
      if (category === 'AUTH')
        return [
          ['clientId', 'Refused together with the secret'],
          ['secret', 'Refused: this secret or the client id is wrong'],
        ];
      return isBusy ? [] : [['baseUrl', 'The service gives no token at this address']];
    case 'study':
      if (category === 'FORBIDDEN')
        return [
          ['partnerId', `Not open to it: study ${study.trim()}`],
          ['study', `Not open to partner ${partnerId.trim()}`],
        ];
      if (category === 'AUTH') return [['partnerId', 'Refused with this client id and secret']];
      return isBusy ? [] : [['baseUrl', 'The service gives no study at this address']];
  }
}
