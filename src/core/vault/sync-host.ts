import { AppError } from '../../shared/errors.ts';
import type { SyncHost } from '../sync/sync-host.ts';
import { acquireSyncLock } from './sync-lock.ts';
import type { StudyEntry } from './studies.ts';
import { assertNotSetAside } from './study-files.ts';
import type { Vault } from './vault.ts';

/** `add`: a study that is synced for the first time joins the vault, provisionally until something is mirrored. */
export type UnknownStudies = 'add' | 'refuse';

/** The vault as a sync sees it; for the command line and the window's main process alike. */
export function syncHostOver(vault: Vault, unknown: UnknownStudies): SyncHost {
  return {
    studyFile: async (study) => {
      const { path, key, seal } = admit(vault, study, unknown);
      return { path, key, seal };
    },
    credentials: async () => requireConnection(vault),
    saveSeal: async (study, seal, stage) => vault.saveSeal(study, seal, stage),
    audit: async (event) => vault.audit.append(event),
    lock: async () => acquireSyncLock(vault.dir),
  };
}

/** The stored connection. Throws USAGE where there is none. */
export function requireConnection(vault: Vault): NonNullable<ReturnType<Vault['connection']>> {
  const credentials = vault.connection();
  if (credentials === null) throw new AppError('USAGE', 'No service is connected yet. Connect first, then sync.');
  return credentials;
}

/** Demo data and a service's data never meet in one mirror. */
function admit(vault: Vault, study: string, unknown: UnknownStudies): StudyEntry {
  const { demo } = requireConnection(vault).connection;
  const entry = vault.study(study);
  if (entry === null) {
    if (unknown === 'add') return vault.addStudy(study, { demo, provisional: true });
    throw new AppError('USAGE', `Study ${study} was not added to this data folder. Add it first.`);
  }
  if (entry.demo !== demo) {
    const was = entry.demo ? 'the demo service, but a real one is' : 'a real service, but the demo is';
    throw new AppError(
      'USAGE',
      `Study ${study} was mirrored from ${was} connected now. Nothing was changed. Wipe the study first, or use another data folder.`,
    );
  }
  assertNotSetAside(entry);
  return entry;
}
