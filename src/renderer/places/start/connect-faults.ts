import type { RefusedPart, TestStep } from '../../../shared/connection.ts';
import type { ConnectField, ConnectValues } from './connect-values.ts';

type TestedValues = Pick<ConnectValues, 'partnerId' | 'study' | 'tokenUrl'>;
type Faults = ReadonlyMap<ConnectField, string>;

/** Messages for the fields that may have caused a failed test; empty if the service is at fault. */
export function testFaults(steps: readonly TestStep[], values: TestedValues): Faults {
  const failed = steps.find(({ state }) => state === 'failed');
  return new Map(failed === undefined ? [] : faultsOf(failed, values));
}

function faultsOf(
  { step, code, about }: TestStep,
  { partnerId, study, tokenUrl }: TestedValues,
): readonly (readonly [ConnectField, string])[] {
  if (about === 'certificate') return [['certificate', 'The gateway requires a client certificate, or a different one']];
  const isBusy = code === 'SERVER' || code === 'RATE';
  switch (step) {
    case 'dns':
      return [['baseUrl', code === 'NETWORK' ? 'No server was found at this address' : 'This address cannot be used']];
    case 'tls':
      return [['baseUrl', code === 'TLS' ? 'The server cannot prove that it owns this address' : 'No secure connection to this address']];
    case 'token':
      if (code === 'AUTH') return refusedToken(about ?? 'client');
      if (isBusy) return [];
      return tokenUrl.trim() === ''
        ? [['baseUrl', 'The service issues no tokens at this address']]
        : [['tokenUrl', code === 'NETWORK' ? 'Nothing answers at this address' : 'No token was issued at this address']];
    case 'study':
      if (code === 'FORBIDDEN')
        return [
          ['partnerId', `No access: study ${study.trim()}`],
          ['study', `No access for partner ${partnerId.trim()}`],
        ];
      if (code === 'AUTH') return [['partnerId', 'Refused with this client id and secret']];
      return isBusy ? [] : [['baseUrl', 'The service provides no studies at this address']];
  }
}

function refusedToken(about: RefusedPart): readonly (readonly [ConnectField, string])[] {
  switch (about) {
    case 'client':
      return [
        ['clientId', 'Refused together with the secret'],
        ['secret', 'Refused: the client id, the secret or the client authentication is wrong'],
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
