import { acquireSyncLock } from '../../core/vault/studies/sync-lock.ts';
import { AppError } from '../../shared/errors.ts';
import type { Handlers } from '../../shared/rpc.ts';
import { placeCalls, type PlaceCalls } from './place-calls.ts';
import { assertIdle } from '../engines/idle.ts';
import { renewStudy } from '../engines/renew-study.ts';
import type { Session } from '../engines/session.ts';
import type { Turns } from '../../shared/turns.ts';

type StudyCalls = Pick<Handlers<'main'>, 'studies.add' | 'studies.opened' | 'studies.renew' | 'studies.wipe'>;

/** Calls on the list of studies and the last place in them. `isBusy`: whether an export, a backup or work on a site pack is in progress. */
export function studyCalls(session: Session, inTurn: Turns, isBusy: () => boolean): StudyCalls & PlaceCalls {
  return {
    ...placeCalls(session),
    'studies.add': ({ study }) => {
      const vault = session.vault();
      vault.addStudy(study, { demo: vault.connection()?.connection.demo ?? false, provisional: false });
      session.refreshStudies();
    },
    'studies.opened': ({ study }) => {
      session.vault().markOpened(study);
      session.refreshStudies();
    },
    'studies.renew': ({ study }) =>
      inTurn(async () => {
        const vault = session.vault();
        await assertIdle(session, isBusy);
        await renewStudy(vault, study);
        session.refreshStudies();
        return undefined;
      }),
    'studies.wipe': async ({ study, typed }) => {
      if (typed !== study) throw new AppError('USAGE', 'The number you typed is not the number of this study. Nothing was wiped.');
      await inTurn(() => wipe(session, study, isBusy));
    },
  };
}

/** Throws BUSY during other work: nothing may write the study, or read it into a file, while its key is destroyed. */
async function wipe(session: Session, study: string, isBusy: () => boolean): Promise<void> {
  const vault = session.vault();
  await assertIdle(session, isBusy);
  const release = await acquireSyncLock(vault.dir);
  try {
    vault.wipeStudy(study);
  } finally {
    release();
    session.refreshStudies();
  }
}
