import type { Output } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import type { Session } from './session.ts';

/** Rejects with BUSY during a sync, export, backup or work on a site pack. `isBusy` covers all of these except the sync. */
export async function assertIdle(session: Session, isBusy: () => boolean): Promise<void> {
  const running = (await session.callWriter('sync.running', undefined)) as Output<'sync.running'>;
  if (running.studies.length > 0 || isBusy())
    throw new AppError(
      'BUSY',
      'A sync, export, backup or site pack is in progress. Nothing was changed. Wait for it to finish, or cancel it.',
    );
}
