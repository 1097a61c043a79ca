import { setImmediate } from 'node:timers/promises';
import { openPack, type OpenedPack } from '../core/pack/open-pack.ts';
import { packStudy } from '../core/pack/pack-study.ts';
import { packedStudyOf } from '../core/pack/packed-study.ts';
import { unpackStudy } from '../core/pack/unpack-study.ts';
import { settleStudy } from '../core/query/study-directory.ts';
import type { PackDone, PackJob } from '../shared/engine-protocol.ts';
import { AppError } from '../shared/errors.ts';
import { endedOf } from '../shared/rpc.ts';
import { directoryOfParent } from './directory.ts';
import type { ParentLine } from './lines.ts';

/**
 * Makes the one site pack that main asks for, or opens one: reports what it found, and unpacks it once main says where. `cancel` ends it
 * and leaves nothing behind.
 */
export function servePacker(parent: ParentLine): void {
  const directory = directoryOfParent(parent);
  const cancelled = new AbortController();
  let opened: OpenedPack | null = null;
  const control = {
    signal: cancelled.signal,
    onProgress: (bytes: number, of: number): void => {
      parent.send({ type: 'progress', rows: bytes, of });
    },
  };
  let commit: () => void = () => undefined;
  const onWritten = ({ sha256, generation, bytes }: PackDone, part: string): Promise<void> =>
    new Promise((resolve) => {
      commit = resolve;
      parent.send({ type: 'pack-written', done: { sha256, generation, bytes }, part });
    });
  const finish = async (work: () => Promise<PackDone | null>): Promise<void> => {
    const ended = await endedOf(work);
    if (!ended.ok) parent.send({ type: 'pack-ended', outcome: ended });
    else if (ended.value !== null) parent.send({ type: 'pack-ended', outcome: { ok: true, value: ended.value } });
  };
  parent.onMessage((message) => {
    if (message.type === 'cancel') cancelled.abort();
    if (message.type === 'commit') commit();
    if (message.type === 'pack') void finish(() => pack(directory, message.job, { ...control, onWritten }));
    if (message.type === 'open-pack')
      void finish(async () => {
        opened = await openPack(message.path, message.passphrase);
        if (message.whole) await readWhole(opened, cancelled.signal);
        parent.send({ type: 'pack-found', found: packedStudyOf(opened) });
        return null;
      });
    if (message.type === 'unpack')
      void finish(async () => {
        if (opened === null) throw new AppError('USAGE', 'No site pack is open. Choose one first.');
        const fileOf = ({ path, key }: { readonly path: string; readonly key: Uint8Array }) => ({ path, key: Buffer.from(key) });
        const earlier = message.earlier === null ? null : fileOf(message.earlier);
        const { sha256 } = await unpackStudy(opened, fileOf(message), earlier, control);
        return { sha256, generation: opened.header.seal.generation, bytes: opened.header.size };
      });
  });
}

/** Throws CORRUPT if any part of the pack is damaged, CANCELLED if aborted. */
async function readWhole(pack: OpenedPack, signal: AbortSignal): Promise<void> {
  const parts = pack.contents();
  while (parts.next().done !== true) {
    if (signal.aborted) throw new AppError('CANCELLED', 'Reading the site pack was cancelled. Nothing was changed.');
    await setImmediate();
  }
}

async function pack(
  directory: ReturnType<typeof directoryOfParent>,
  job: PackJob,
  control: Parameters<typeof packStudy>[2],
): Promise<PackDone> {
  const { study, path, passphrase, expires, madeBy } = job;
  await settleStudy(directory, study);
  const opened = directory.open(study);
  const access = directory.access(study);
  if (opened === null || access === null)
    throw new AppError('EXPORT', 'This study has not been mirrored yet, so there is nothing to pack. Sync it first.');
  const source = { opened, path: access.path, key: Buffer.from(access.key), seal: access.seals, demo: access.demo };
  const request = { path, replace: true, passphrase, expires, madeBy, now: new Date() };
  try {
    const { sha256, generation, bytes } = await packStudy(source, request, control);
    return { sha256, generation, bytes };
  } catch (error: unknown) {
    // If a sync ended before the copy was taken, the newer one is packed.
    if (error instanceof AppError && error.code === 'BUSY' && (await directory.renew(study))) return pack(directory, job, control);
    throw error;
  }
}
