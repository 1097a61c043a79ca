import type { RefusedPart, TestStep } from '../../../shared/connection.ts';
import type { ConnectField, ConnectValues } from './connect-values.ts';

type TestedValues = Pick<ConnectValues, 'partnerId' | 'study' | 'tokenUrl'>;
type Faults = ReadonlyMap<ConnectField, string>;

/** Which fields a failed test speaks against, and what is said beside each; none where it is the service's own fault. */
export function testFaults(steps: readonly TestStep[], values: TestedValues): Faults {
  const failed = steps.find(({ state }) => state === 'failed');
  return new Map(failed === undefined ? [] : faultsOf(failed, values));
}

function faultsOf(
  { step, category, about }: TestStep,
  { partnerId, study, tokenUrl }: TestedValues,
): readonly (readonly [ConnectField, string])[] {
  if (about === 'certificate') return [['certificate', 'The gateway wants another one, or one at all']];
  const isBusy = category === 'SERVER' || category === 'RATE';
  switch (step) {
    case 'dns':
      return [['baseUrl', category === 'NETWORK' ? 'No server is found under this address' : 'This address cannot be used']];
    case 'tls':
      return [['baseUrl', category === 'TLS' ? 'The server cannot prove that this is its address' : 'No secure line to this address']];
    case 'token':
      if (category === 'AUTH') return refusedToken(about ?? 'client');
      if (isBusy) return [];
      return tokenUrl.trim() === ''
        ? [['baseUrl', 'The service gives no token at this address']]
        : [['tokenUrl', category === 'NETWORK' ? 'Nothing answers at this address' : 'No token is given at this address']];
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

function refusedToken(about: RefusedPart): readonly (readonly [ConnectField, string])[] {
  switch (about) {
    case 'client':
      return [
        ['clientId', 'Refused together with the secret'],
        ['secret', 'Refused: this secret or the client id is wrong, or the way the client proves itself'],
      ];
    case 'scope':
      return [['scope', 'Not known or not granted']];
    case 'audience':
      return [['audience', 'No tokens are issued for it']];
    case 'address':
      return [['tokenUrl', 'No tokens of this kind at this address']];
    case 'certificate':
    case 'gateway':
      return [];
  }
}
