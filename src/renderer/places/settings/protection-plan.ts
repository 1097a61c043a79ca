import type { SecurityState } from '../../../shared/calls/security.ts';
import type { Input } from '../../../shared/contract.ts';
import type { KeyStoreUse } from '../../../shared/security.ts';

/** A requested change to how this copy is unlocked. */
export type ProtectionPlan =
  | { readonly kind: 'passphrase' }
  | { readonly kind: 'remove-passphrase' }
  | { readonly kind: 'key-store'; readonly use: KeyStoreUse }
  | { readonly kind: 'keys' };

interface PlanWords {
  readonly title: string;
  readonly says: string;
  readonly does: string;
  readonly done: string;
}

/** `typed`: the new passphrase; null if there is none. */
export function protectionOf(
  plan: ProtectionPlan,
  state: SecurityState,
  given: { readonly current: string; readonly typed: string | null; readonly studies: boolean },
): Input<'protection.change'> {
  const current = state.passphrase ? given.current : null;
  const kept = { current, passphrase: current, keyStore: state.keyStore, studies: given.studies };
  switch (plan.kind) {
    case 'passphrase':
      return { ...kept, passphrase: given.typed };
    case 'remove-passphrase':
      return { ...kept, passphrase: null, keyStore: 'always' };
    case 'key-store':
      return { ...kept, keyStore: plan.use };
    case 'keys':
      return { ...kept, studies: true };
  }
}

const storeSays: Readonly<Record<KeyStoreUse, string>> = {
  off: 'From then on only the passphrase opens this copy.',
  session:
    'Carrel asks for the passphrase each time it starts. After a lock, the key store reopens this copy while Carrel is running; its key is never stored on disk.',
  always:
    'This copy opens without asking while you are signed in to this computer. Other programs running under your account could open it too.',
};

export function wordsOf(plan: ProtectionPlan, state: SecurityState): PlanWords {
  switch (plan.kind) {
    case 'passphrase':
      return {
        title: state.passphrase ? 'Change the passphrase' : 'Set a passphrase',
        says: 'This copy also gets a new key: an earlier passphrase or a saved copy of the key file will no longer open it.',
        does: state.passphrase ? 'Change the passphrase' : 'Set the passphrase',
        done: state.passphrase ? 'The passphrase is changed' : 'The passphrase is set',
      };
    case 'remove-passphrase':
      return {
        title: 'Remove the passphrase?',
        says: `${storeSays.always} A new passphrase can be set at any time.`,
        does: 'Remove the passphrase',
        done: 'The passphrase is removed',
      };
    case 'key-store':
      return {
        title: plan.use === 'off' ? 'Stop using the system key store?' : 'Use the system key store?',
        says: storeSays[plan.use],
        does: plan.use === 'off' ? 'Stop using it' : 'Use it',
        done: plan.use === 'off' ? 'The key store is no longer used' : 'The key store is in use',
      };
    case 'keys':
      return {
        title: 'Make new keys?',
        says: 'Every study and the vault are re-encrypted under new keys. Keys copied from this computer earlier will no longer open anything here. Large studies take a while and need disk space for one more copy of the largest.',
        does: 'Make new keys',
        done: 'All keys are new',
      };
  }
}
