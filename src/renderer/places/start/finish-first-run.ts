import type { AppState } from '../../../shared/contract.ts';
import { formatCalendarDay } from '../../ui/format/dates.ts';
import { refreshApp, refreshStudies, startSync } from '../../data/model/actions.ts';
import type { Model } from '../../data/model/model.ts';
import { tookSay } from '../../tasks/packs/pack-words.ts';
import { showDone, showFailure } from '../../ui/parts/toasts.tsx';
import type { Connection } from '../../../shared/connection.ts';

/** How the first run gets its studies. */
export type Intention =
  | { readonly kind: 'demo' }
  /** Imports the site pack that was chosen last. */
  | { readonly kind: 'pack'; readonly passphrase: string }
  | { readonly kind: 'service'; readonly connection: Connection; readonly secret: string; readonly study: string };

/** How this computer's copy is locked. A null passphrase means the system key store only. */
export interface Protection {
  readonly passphrase: string | null;
  readonly keyStore: boolean;
}

/**
 * Creates the vault if there is none, and then saves the connection and starts the first sync, or imports a site pack.
 * Can be retried: an existing vault is not created again. Rejects with an AppError.
 */
export async function finishFirstRun(model: Model, intention: Intention, protection: Protection): Promise<void> {
  if (model.app.get().phase === 'first-run') {
    await model.data.call('vault.create', { ...protection });
    await refreshApp(model);
  }
  if (intention.kind === 'pack') {
    const taken = await model.data.call('pack.take', { passphrase: intention.passphrase });
    await refreshApp(model);
    showDone({ title: tookSay(taken), says: `It opens here until the end of ${formatCalendarDay(taken.expires)} (UTC).` });
    return;
  }
  const studies = await keepConnection(model, intention);
  await refreshApp(model);
  startSync(model, studies).catch((error: unknown) => {
    showFailure('The first sync did not run', error);
  });
  // The studies are listed at once, not only when their first sync ends.
  await refreshStudies(model);
}

interface Step {
  /** A way to get the studies was chosen. */
  readonly chosen: boolean;
  /** The vault is being created, and then the connection or the study. */
  readonly busy: boolean;
  readonly phase: AppState['phase'];
}

/** Whether to ask for a passphrase. Once the vault exists it has one, and another one would be ignored. */
export function asksPassphrase({ chosen, busy, phase }: Step): boolean {
  return chosen && (busy || phase === 'first-run');
}

async function keepConnection(model: Model, intention: Exclude<Intention, { readonly kind: 'pack' }>): Promise<readonly string[]> {
  if (intention.kind === 'demo') return model.data.call('demo.start');
  const { connection, secret, study } = intention;
  await model.data.call('connection.save', { connection, secret, studies: [study] });
  return [study];
}
