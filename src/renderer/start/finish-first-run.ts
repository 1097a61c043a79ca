import { refreshApp, startSync } from '../model/actions.ts';
import type { Model } from '../model/model.ts';
import { showFailure } from '../parts/toasts.tsx';
import type { Intention, Protection } from './intention.ts';

/**
 * Creates the vault where there is none, keeps the connection and starts the first sync.
 * Can be tried again: what is done already is not done twice. Rejects with an AppError.
 */
export async function finishFirstRun(model: Model, intention: Intention, protection: Protection): Promise<void> {
  if (model.app.get().phase === 'first-run') {
    await model.data.call('vault.create', { ...protection });
    await refreshApp(model);
  }
  const studies = await keepConnection(model, intention);
  await refreshApp(model);
  startSync(model, studies).catch((error: unknown) => {
    showFailure('The first sync did not run', error);
  });
}

async function keepConnection(model: Model, intention: Intention): Promise<readonly string[]> {
  if (intention.kind === 'demo') return model.data.call('demo.start');
  const { connection, secret, study } = intention;
  await model.data.call('connection.save', { connection, secret, studies: [study] });
  return [study];
}
