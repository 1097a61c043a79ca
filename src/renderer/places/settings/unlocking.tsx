import { Button, Select, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SecurityState } from '../../../shared/calls/security.ts';
import type { ProtectionPlan } from './protection-plan.ts';
import { SettingsGroup, SettingsLine } from '../../ui/parts/setting-parts.tsx';
import { formatCountOf } from '../../../shared/format-count.ts';

interface Props {
  readonly state: SecurityState;
  readonly onPlan: (plan: ProtectionPlan) => void;
}

/** Unlocking by passphrase, system key store or both, and key renewal. */
export function Unlocking({ state, onPlan }: Props): ReactNode {
  return (
    <SettingsGroup title="Unlocking">
      <PassphraseLine state={state} onPlan={onPlan} />
      <SettingsLine title="System key store" says={storeSays(state)}>
        <Switch
          aria-label="System key store"
          withThumbIndicator={false}
          checked={state.keyStore !== 'off'}
          // At least one of passphrase and key store must remain.
          disabled={state.keyStore === 'off' ? !state.store.available : !state.passphrase}
          onChange={(event) => {
            onPlan({ kind: 'key-store', use: event.currentTarget.checked ? 'session' : 'off' });
          }}
        />
      </SettingsLine>
      {state.passphrase && state.keyStore !== 'off' && (
        <SettingsLine title="Ask for the passphrase" says="Even if the key store could unlock.">
          <Select
            aria-label="Ask for the passphrase"
            w={210}
            allowDeselect={false}
            comboboxProps={{ shadow: 'sm' }}
            value={state.keyStore}
            data={[
              { value: 'session', label: 'After a start of Carrel' },
              { value: 'always', label: 'Never' },
            ]}
            onChange={(use) => {
              if ((use === 'session' || use === 'always') && use !== state.keyStore) onPlan({ kind: 'key-store', use });
            }}
          />
        </SettingsLine>
      )}
      <SettingsLine
        title="Keys"
        says={
          state.left === 0
            ? 'New keys make earlier copies of the keys useless.'
            : `The last renewal did not reach ${formatCountOf(state.left, 'study', 'studies')}. Everything still opens; make new keys again to finish.`
        }
      >
        <Button
          onClick={() => {
            onPlan({ kind: 'keys' });
          }}
        >
          Make new keys
        </Button>
      </SettingsLine>
    </SettingsGroup>
  );
}

function PassphraseLine({ state, onPlan }: Props): ReactNode {
  return (
    <SettingsLine
      title="Passphrase"
      says={
        state.passphrase
          ? 'Set. This is the only protection against other programs running under your account.'
          : 'Not set. It would be the only protection against other programs running under your account.'
      }
    >
      {state.passphrase && state.store.available && (
        <Button
          variant="subtle"
          onClick={() => {
            onPlan({ kind: 'remove-passphrase' });
          }}
        >
          Remove
        </Button>
      )}
      <Button
        onClick={() => {
          onPlan({ kind: 'passphrase' });
        }}
      >
        {state.passphrase ? 'Change' : 'Set a passphrase'}
      </Button>
    </SettingsLine>
  );
}

function storeSays({ keyStore, store, passphrase }: SecurityState): string {
  if (keyStore !== 'off' && !passphrase)
    return `In use, bound to your account on this computer (${storeName(store.backend)}). Set a passphrase to stop using it.`;
  if (keyStore !== 'off') return `In use, bound to your account on this computer (${storeName(store.backend)}).`;
  return store.available
    ? `Not in use, but available on this computer (${storeName(store.backend)}).`
    : 'This computer has no secure key store, so Carrel asks for the passphrase.';
}

/** The common name of a key store, or Chromium's name if it is not in the list. */
function storeName(backend: string): string {
  if (backend.startsWith('kwallet')) return 'KWallet';
  const names = new Map([
    ['gnome_libsecret', 'GNOME Keyring'],
    ['keychain', 'macOS Keychain'],
    ['dpapi', 'Windows data protection'],
  ]);
  return names.get(backend) ?? backend;
}
