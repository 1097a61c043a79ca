import type { LeftOut } from '../core/backup/back-up-vault.ts';
import type { BackedUpStudy } from '../core/backup/collect-study.ts';
import { makeBackup, type BackupControl, type MadeBackup } from '../core/backup/make-backup.ts';
import { openBackup } from '../core/backup/open-backup.ts';
import { restoreStudies, restoreTarget } from '../core/backup/restore-backup.ts';
import { settleStudy } from '../core/query/study-directory.ts';
import type { SealedUnder } from '../core/sealed/write-sealed.ts';
import type { BackupDone, BackupJob, RestoreDone, StudyAccess, ToEngine } from '../shared/engine-protocol.ts';
import { reportOf } from '../shared/errors.ts';
import { endedOf } from '../shared/rpc.ts';
import { askingHost } from './asking-host.ts';
import { askingOver, type Asking } from './asking.ts';
import { createDirectory } from './directory.ts';
import type { ParentLine } from './lines.ts';

/** Makes or restores the one backup that main asks for, asking main for keys and seals. `cancel` ends it and leaves nothing behind. */
export function serveBackup(parent: ParentLine, dataDir: string): void {
  const ask = askingOver(parent);
  const cancelled = new AbortController();
  const control = {
    signal: cancelled.signal,
    onProgress: (bytes: number, of: number): void => {
      parent.send({ type: 'progress', rows: bytes, of });
    },
  };
  let commit: () => void = () => undefined;
  parent.onMessage((message) => {
    if (message.type === 'cancel') cancelled.abort();
    if (message.type === 'commit') commit();
    if (message.type === 'back-up') {
      const onWritten = (done: BackupDone, part: string): Promise<void> =>
        new Promise((resolve) => {
          commit = resolve;
          parent.send({ type: 'backup-written', done, part });
        });
      void endedOf(() => backUp(ask, message.job, control, onWritten)).then((outcome) => {
        parent.send({ type: 'backup-ended', outcome });
      });
    }
    if (message.type === 'restore')
      void endedOf(() => restore(ask, dataDir, message, control)).then((outcome) => {
        parent.send({ type: 'restore-ended', outcome });
      });
  });
}

async function backUp(
  ask: Asking,
  { path, under, madeBy, vault, folder }: BackupJob,
  control: BackupControl,
  onWritten: (done: BackupDone, part: string) => Promise<void>,
): Promise<BackupDone> {
  const directory = createDirectory(() => ask<readonly StudyAccess[]>('studies'));
  directory.update(await ask<readonly StudyAccess[]>('studies'));
  try {
    const { studies, leftOut } = await openStudies(directory);
    const request = { path, replace: true, under: sealedUnder(under), madeBy, now: new Date() };
    const doneOf = (made: MadeBackup): BackupDone => ({ ...made, studies: studies.length, leftOut });
    const made = await makeBackup({ vault, studies, folder }, request, {
      ...control,
      onWritten: (written, part) => onWritten(doneOf(written), part),
    });
    return doneOf(made);
  } finally {
    directory.update([]);
  }
}

async function openStudies(
  directory: ReturnType<typeof createDirectory>,
): Promise<{ readonly studies: BackedUpStudy[]; readonly leftOut: LeftOut[] }> {
  const studies: BackedUpStudy[] = [];
  const leftOut: LeftOut[] = [];
  for (const { study, demo } of directory.studies()) {
    await settleStudy(directory, study);
    try {
      const opened = directory.open(study);
      if (opened !== null) studies.push({ opened, demo });
    } catch (error: unknown) {
      leftOut.push({ study, ...reportOf(error) });
    }
  }
  return { studies, leftOut };
}

function sealedUnder(under: BackupJob['under']): SealedUnder {
  return typeof under === 'string' ? under : { salt: Buffer.from(under.salt), key: Buffer.from(under.key) };
}

async function restore(
  ask: Asking,
  dataDir: string,
  { path, passphrase, folder }: Extract<ToEngine, { readonly type: 'restore' }>,
  control: BackupControl,
): Promise<RestoreDone> {
  const backup = await openBackup(path, passphrase, folder, control);
  try {
    const { madeAt, sha256, vault } = backup;
    const here = await ask<readonly StudyAccess[]>('studies');
    const host = askingHost(ask, dataDir);
    await host.audit({ kind: 'restore-begun', madeAt, sha256 });
    const studies = await restoreStudies(host, backup, (study) => {
      const access = here.find((one) => one.study === study);
      return access === undefined ? null : restoreTarget({ ...access, seal: access.seals, setAside: null });
    });
    return { madeAt, sha256, studies, vault };
  } finally {
    backup.close();
  }
}
