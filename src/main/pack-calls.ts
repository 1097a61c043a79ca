import { basename } from 'node:path';
import { app, dialog, type BrowserWindow } from 'electron';
import { assertAsMarked } from '../core/vault/diagnose-study.ts';
import { acquireSyncLock } from '../core/vault/sync-lock.ts';
import { assertOpens, assertSameKind } from '../core/vault/take-in.ts';
import type { Vault } from '../core/vault/vault.ts';
import type { Input, Output } from '../shared/contract.ts';
import type { FoundPack } from '../shared/engine-protocol.ts';
import { AppError } from '../shared/errors.ts';
import type { Handlers } from '../shared/rpc.ts';
import { isFallbackRuntime } from '../shared/runtime.ts';
import { endOf, isExpired } from '../shared/site-pack.ts';
import type { AppWindow } from './app-window.ts';
import { startPacker, type Packer } from './packer.ts';
import { askForPath } from './save-dialog.ts';
import { studyAccess, type Session } from './session.ts';

type PackCalls = Pick<Handlers<'main'>, 'pack.start' | 'pack.choose' | 'pack.look' | 'pack.take' | 'pack.cancel'>;

interface Packs {
  readonly calls: PackCalls;
  /** Before a lock: ends what is under way, and leaves nothing of it. */
  readonly stop: () => Promise<void>;
}

const nothingSaved: Output<'pack.start'> = { file: null, bytes: 0, sha256: '' };

/** Site packs from the window: one at a time, each in a process of its own, at places that dialogs of the main process name. */
export function createPacks(dataDir: string, session: Session, window: AppWindow): Packs {
  let busy = false;
  let packer: Packer | null = null;
  let chosen: string | null = null;
  const withPacker = async <T>(work: (started: Packer) => Promise<T>): Promise<T> => {
    const started = startPacker(dataDir, (progress) => {
      window.emit('pack.progress', progress);
    });
    packer = started;
    try {
      return await work(started);
    } finally {
      packer = null;
      await started.stop();
    }
  };
  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    if (busy) throw new AppError('BUSY', 'Another site pack is still being worked on. Wait for it, or cancel it.');
    busy = true;
    try {
      return await work();
    } finally {
      busy = false;
    }
  };
  const chosenPath = (): string => {
    if (chosen === null) throw new AppError('USAGE', 'No site pack was chosen. Choose one first.');
    return chosen;
  };
  return {
    calls: {
      'pack.start': (input) => alone(() => pack(session.vault(), input, window.current(), withPacker)),
      'pack.choose': () =>
        alone(async () => {
          chosen = (await askForPack(window.current())) ?? chosen;
          return chosen === null ? null : basename(chosen);
        }),
      'pack.look': ({ passphrase }) =>
        alone(() =>
          withPacker(async (started) => {
            const { study, demo, pack: facts } = admitted(await started.open(chosenPath(), passphrase));
            assertOpens({ study, pack: facts }, session.isOpen ? session.vault().packs.latest() : Date.now());
            return { study, demo, asOf: facts.asOf, madeAt: facts.madeAt, expires: facts.expires };
          }),
        ),
      'pack.take': ({ passphrase }) =>
        alone(async () => {
          const vault = session.vault();
          const taken = await withPacker((started) => take(vault, started, chosenPath(), passphrase));
          chosen = null;
          session.refreshStudies();
          return taken;
        }),
      'pack.cancel': () => {
        packer?.cancel();
      },
    },
    stop: async () => {
      await packer?.stop();
    },
  };
}

type WithPacker = <T>(work: (started: Packer) => Promise<T>) => Promise<T>;

async function pack(
  vault: Vault,
  { study, passphrase, expires, suggestedName }: Input<'pack.start'>,
  window: BrowserWindow | null,
  withPacker: WithPacker,
): Promise<Output<'pack.start'>> {
  const entry = vault.study(study);
  if (entry === null) throw new AppError('USAGE', 'This study is not in this data folder.');
  assertAsMarked(entry);
  if (isExpired(expires, Date.now())) throw new AppError('USAGE', 'The last day is over already. Choose a later one.');
  if (entry.sitePack !== null && endOf(expires) > endOf(entry.sitePack.expires))
    throw new AppError(
      'USAGE',
      `${study} came in a site pack itself: what is packed from it cannot open for longer than that, until ${entry.sitePack.expires}. Choose an earlier day, or sync the study first.`,
    );
  const path = await askForPath(window, suggestedName);
  if (path === null) return nothingSaved;
  const asked = { study, generation: entry.seal.current?.generation ?? null, expires };
  // The trail knows of the attempt before anything is written, and of its digest before the file has a name.
  vault.exports.begin({ kind: 'pack-begun', ...asked }, path);
  const job = { study, path, passphrase, expires, madeBy: app.getVersion() };
  const { bytes, sha256 } = await withPacker((started) =>
    started.pack(studyAccess(entry), job, (done) => {
      vault.exports.end({ kind: 'pack', ...asked, ...done }, path);
    }),
  );
  return { file: basename(path), bytes, sha256 };
}

async function take(vault: Vault, packer: Packer, path: string, passphrase: string): Promise<Output<'pack.take'>> {
  const found = admitted(await packer.open(path, passphrase));
  assertOpens(found, vault.packs.latest());
  assertSameKind(found, vault.connection()?.connection.demo ?? null);
  vault.packs.plan(found);
  const { study } = found;
  const release = vault.study(study) === null ? null : await acquireSyncLock(vault.dir);
  const place = vault.packs.place();
  try {
    const { sha256 } = await packer.unpack(place.path, place.key);
    return { study, outcome: vault.packs.takeIn(found, place, sha256), expires: found.pack.expires };
  } finally {
    vault.packs.giveUp(place);
    release?.();
  }
}

/** The development runtime sees synthetic data only. */
function admitted(found: FoundPack): FoundPack {
  if (found.demo || !isFallbackRuntime(process.versions.electron)) return found;
  throw new AppError(
    'USAGE',
    'This is a development runtime, which opens packs of demo data only. Nothing was taken in. Open the pack with an installed Carrel.',
  );
}

async function askForPack(window: BrowserWindow | null): Promise<string | null> {
  const options = {
    title: 'Open a site pack',
    properties: ['openFile' as const],
    filters: [
      { name: 'Site packs', extensions: ['carrelpack'] },
      { name: 'All files', extensions: ['*'] },
    ],
  };
  const { canceled, filePaths } = await (window === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(window, options));
  return canceled ? null : (filePaths[0] ?? null);
}
