import type { Output } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import type { Session } from './session.ts';

/** Throws BUSY while a sync, an export, a backup or work on a site pack goes on. `isBusy`: whether one of the latter three does. */
export async function assertIdle(session: Session, isBusy: () => boolean): Promise<void> {
  const running = (await session.callWriter('sync.running', undefined)) as Output<'sync.running'>;
  if (running.studies.length > 0 || isBusy())
    throw new AppError(
      'BUSY',
      'A sync, export, backup or site pack is in progress. Nothing was changed. Wait for it to finish, or cancel it.',
    );
}
