import { basename } from 'node:path';
import { app, shell, type BrowserWindow } from 'electron';
import { unchangedStudy } from '../../core/vault/studies/diagnose-study.ts';
import { vaultState } from '../../core/vault/open-vault.ts';
import { assertWritable } from '../../core/platform/read-only-folder.ts';
import { confirmBeforeExport } from '../../core/vault/settings/security.ts';
import { acquireSyncLock } from '../../core/vault/studies/sync-lock.ts';
import { assertOpens, assertSameKind } from '../../core/vault/studies/take-in.ts';
import type { Vault } from '../../core/vault/vault.ts';
import type { Input, Output } from '../../shared/contract.ts';
import type { FoundPack } from '../../shared/engine-protocol.ts';
import { AppError, reportOf } from '../../shared/errors.ts';
import type { Handlers } from '../../shared/rpc.ts';
import { isFallbackRuntime } from '../../shared/runtime.ts';
import { endOf, isExpired } from '../../shared/site-pack.ts';
import type { AppWindow } from '../window/app-window.ts';
import { noteFailure } from '../platform/outcome-unknown.ts';
import { askForFile } from '../platform/open-dialog.ts';
import { createPackWork } from '../engines/pack-work.ts';
import type { Packer } from '../engines/packer.ts';
import { askForPath } from '../platform/save-dialog.ts';
import { assertNotLocked, openVaultOf } from '../engines/open-session.ts';
import { studyAccess, type Session } from '../engines/session.ts';

type PackCalls = Pick<
  Handlers<'main'>,
  'pack.start' | 'pack.choose' | 'pack.given' | 'pack.look' | 'pack.take' | 'pack.running' | 'pack.cancel' | 'pack.show'
>;

interface Packs {
  readonly calls: PackCalls;
  readonly isRunning: () => boolean;
  /** Call before a lock. Forgets the chosen pack, and cancels work in progress, which leaves nothing. */
  readonly stop: () => Promise<void>;
}

const nothingSaved: Output<'pack.start'> = { file: null, bytes: 0, sha256: '' };

/**
 * Creates and imports site packs for the window: one at a time, each in a separate process, at paths that dialogs of the main process
 * choose. `given` returns the path of a pack dropped on the window, once.
 */
export function createPacks(dataDir: string, session: Session, window: AppWindow, given: () => string | null): Packs {
  const work = createPackWork(dataDir, window.emit);
  let chosen: string | null = null;
  let last: string | null = null;
  const chosenPath = (): string => {
    if (chosen === null) throw new AppError('USAGE', 'No site pack was chosen. Choose one first.');
    return chosen;
  };
  return {
    calls: {
      'pack.start': (input) =>
        work.alone(async () => {
          const vault = session.vault();
          assertWritable(vault.dir);
          await prepare(vault, input);
          const path = await askForPath(window.current(), input.suggestedName);
          if (path === null) return nothingSaved;
          assertNotLocked(session, vault, 'Pack again.');
          const { study, expires } = input;
          const packed = await work.reported(
            'pack',
            (packer) => pack(vault, { ...input, path }, packer),
            (done) => ({ packed: { ...done, study, expires } }),
          );
          last = path;
          return packed;
        }),
      'pack.choose': () =>
        work.alone(async () => {
          chosen = (await askForPack(window.current())) ?? chosen;
          return chosen === null ? null : basename(chosen);
        }),
      'pack.given': () =>
        work.alone(async () => {
          const dropped = given();
          chosen = dropped ?? chosen;
          return dropped === null ? null : basename(dropped);
        }),
      'pack.look': ({ passphrase }) =>
        work.alone(() =>
          work.withPacker(async (started) => {
            const vault = openVaultOf(session);
            if (vault === null && vaultState(dataDir).exists) throw new AppError('LOCKED', 'Carrel is locked. Unlock it first.');
            return look(vault, started, chosenPath(), passphrase);
          }),
        ),
      'pack.take': ({ passphrase }) =>
        work.alone(async () => {
          const vault = session.vault();
          const taken = await work.reported(
            'take',
            async (packer) => {
              const done = await take(vault, packer, chosenPath(), passphrase);
              session.refreshStudies();
              return done;
            },
            (done) => ({ taken: done }),
          );
          chosen = null;
          return taken;
        }),
      'pack.running': work.running,
      'pack.show': () => {
        if (last !== null) shell.showItemInFolder(last);
      },
      'pack.cancel': () => {
        work.cancel();
      },
    },
    isRunning: () => work.running() !== null,
    stop: async () => {
      chosen = null;
      await work.stop();
    },
  };
}

/** Checks that the study may be packed until that day, and the passphrase if required. Throws LOCKED, USAGE, CORRUPT, VERSION, STORE. */
async function prepare(vault: Vault, { study, expires, confirm }: Input<'pack.start'>): Promise<void> {
  const entry = unchangedStudy(vault, study);
  if (isExpired(expires, Date.now())) throw new AppError('USAGE', 'The last day is in the past. Choose a later one.');
  if (entry.sitePack !== null && endOf(expires) > endOf(entry.sitePack.expires))
    throw new AppError(
      'USAGE',
      `${study} itself came from a site pack that expires after ${entry.sitePack.expires}, so a new pack cannot stay open longer. Choose an earlier day, or sync the study first.`,
    );
  await confirmBeforeExport(vault, confirm ?? null);
}

async function pack(
  vault: Vault,
  { study, passphrase, expires, path }: Input<'pack.start'> & { readonly path: string },
  packer: Packer,
): Promise<Output<'pack.start'>> {
  // A sync may have ended while the dialog was open.
  const { seal } = unchangedStudy(vault, study);
  const asked = { study, generation: seal.current?.generation ?? null, expires };
  // The trail records the attempt before anything is written, and the digest before the file gets its name.
  const noted = vault.exports.begin({ kind: 'pack-begun', ...asked }, path);
  const job = { study, path, passphrase, expires, madeBy: app.getVersion() };
  try {
    const { bytes, sha256 } = await packer.pack(
      () => studyAccess(unchangedStudy(vault, study)),
      job,
      (done, part) => {
        noted.written({ kind: 'pack', ...asked, ...done }, part);
      },
    );
    noted.ended();
    return { file: basename(path), bytes, sha256 };
  } catch (error: unknown) {
    noteFailure(noted, error);
    throw error;
  }
}

/** Describes a pack and what importing it would do. Without a vault, reads the whole pack, so that none is created for a damaged one. */
async function look(vault: Vault | null, packer: Packer, path: string, passphrase: string): Promise<Output<'pack.look'>> {
  let opened: string | null = null;
  try {
    const found = admitted(await packer.open(path, passphrase, vault === null ? 'whole' : undefined));
    opened = found.study;
    assertOpens(found, vault?.packs.latest() ?? Date.now());
    const { study, demo, confirmed, pack: facts } = found;
    const { asOf, madeAt, expires } = facts;
    return { study, demo, asOf, confirmed, madeAt, expires, ...planOf(vault, found) };
  } catch (error: unknown) {
    vault?.packs.refused(opened, error);
    throw error;
  }
}

/** What importing an opened pack would do, or why it is refused. Both are null if there is no vault yet. */
function planOf(vault: Vault | null, found: FoundPack): Pick<Output<'pack.look'>, 'would' | 'refused'> {
  if (vault === null) return { would: null, refused: null };
  try {
    assertSameKind(found, vault.connection()?.connection.demo ?? null);
    return { would: vault.packs.plan(found), refused: null };
  } catch (error: unknown) {
    vault.packs.refused(found.study, error);
    return { would: null, refused: reportOf(error) };
  }
}

async function take(vault: Vault, packer: Packer, path: string, passphrase: string): Promise<Output<'pack.take'>> {
  let opened: string | null = null;
  try {
    const found = admitted(await packer.open(path, passphrase));
    opened = found.study;
    return await takeFound(vault, packer, found);
  } catch (error: unknown) {
    vault.packs.refused(opened, error);
    throw error;
  }
}

async function takeFound(vault: Vault, packer: Packer, found: FoundPack): Promise<Output<'pack.take'>> {
  assertOpens(found, vault.packs.latest());
  assertSameKind(found, vault.connection()?.connection.demo ?? null);
  vault.packs.plan(found);
  const { study } = found;
  const release = vault.study(study) === null ? null : await acquireSyncLock(vault.dir);
  try {
    return { study, outcome: await unpack(vault, packer, found), expires: found.pack.expires };
  } finally {
    release?.();
  }
}

async function unpack(vault: Vault, packer: Packer, found: FoundPack): Promise<Output<'pack.take'>['outcome']> {
  const place = vault.packs.place();
  try {
    const { sha256 } = await packer.unpack(place, vault.packs.earlier(found));
    return vault.packs.takeIn(found, place, sha256);
  } finally {
    vault.packs.giveUp(place);
  }
}

/** Throws USAGE if the development runtime would open a pack with anything but demo data. */
function admitted(found: FoundPack): FoundPack {
  if (found.demo || !isFallbackRuntime(process.versions.electron)) return found;
  throw new AppError(
    'USAGE',
    'This is a development runtime, which opens demo data packs only. Nothing was imported. Open the pack with an installed Carrel.',
  );
}

function askForPack(window: BrowserWindow | null): Promise<string | null> {
  const filters = [
    { name: 'Site packs', extensions: ['carrelpack'] },
    { name: 'All files', extensions: ['*'] },
  ];
  return askForFile(window, filters, 'Open a site pack');
}
