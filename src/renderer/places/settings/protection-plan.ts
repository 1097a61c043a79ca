import type { SecurityState } from '../../../shared/calls/security.ts';
import type { Input } from '../../../shared/contract.ts';
import type { KeyStoreUse } from '../../../shared/security.ts';

/** What a person wants to change about what opens this copy. */
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

/** `typed`: what was typed for a new passphrase; null where there is no new one. */
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
    'The passphrase is asked for after each start of Carrel. After a lock, the key store opens this copy again while Carrel runs; its key is never kept on the disk.',
  always: 'This copy opens without a question while you are signed in to this computer. Other programs that run as you could open it too.',
};

export function wordsOf(plan: ProtectionPlan, state: SecurityState): PlanWords {
  switch (plan.kind) {
    case 'passphrase':
      return {
        title: state.passphrase ? 'Change the passphrase' : 'Set a passphrase',
        says: 'This copy gets a new key as well: an earlier passphrase, and saved copies of the key file, open nothing any more.',
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
        does: plan.use === 'off' ? 'Stop using it' : 'Use it so',
        done: plan.use === 'off' ? 'The key store is not used any more' : 'The key store is in use',
      };
    case 'keys':
      return {
        title: 'Make new keys?',
        says: 'Every study is encrypted anew under a new key, and the vault too. Keys that were copied from this computer earlier open nothing that is here afterwards. Large studies take a while, and need room for one more copy of the largest.',
        does: 'Make new keys',
        done: 'All keys are new',
      };
  }
}
