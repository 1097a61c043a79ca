import { resolve } from 'node:path';
import { endOf } from '../../shared/site-pack.ts';
import { openPack, type OpenedPack } from '../../core/pack/open-pack.ts';
import { packedStudyOf } from '../../core/pack/packed-study.ts';
import { unpackStudy } from '../../core/pack/unpack-study.ts';
import { createVault, vaultState } from '../../core/vault/open-vault.ts';
import { takeBackVault } from '../../core/vault/erase-everything.ts';
import { acquireSyncLock } from '../../core/vault/studies/sync-lock.ts';
import { assertOpens, assertSameKind, type TakenIn } from '../../core/vault/studies/take-in.ts';
import type { Vault } from '../../core/vault/vault.ts';
import type { Command, Invocation, Outcome } from '../command.ts';
import { requirePassphrase, withVault } from '../open-vault.ts';
import { moment, size } from '../text.ts';
import { printable } from '../../shared/printable.ts';
import { requirePackPassphrase } from './pack.ts';

export const unpack: Command = {
  name: 'unpack',
  summary: 'imports a study packed on another laptop',
  synopsis: 'PATH',
  options: {},
  notes: [
    'CARREL_PACK_PASSPHRASE is the passphrase of the pack; CARREL_PASSPHRASE is that of this data folder. If there is no vault yet, one is created.',
    'Exit codes: 20 wrong passphrase, 21 damaged file, 11 expired pack, 25 study already here and left unchanged.',
  ],
  emptyFields: { study: null },
  positionals: { least: 1, most: 1 },
  run: unpackOne,
};

async function unpackOne(invocation: Invocation): Promise<Outcome> {
  const {
    secrets,
    dataDir,
    positionals: [path = ''],
    out,
  } = invocation;
  const passphrase = requirePassphrase(secrets.passphrase);
  const isNew = !vaultState(dataDir).exists;
  const file = await openPack(resolve(path), requirePackPassphrase(secrets.packPassphrase)).catch(async (error: unknown) => {
    if (!isNew) await noteRefusal(invocation, error);
    throw error;
  });
  try {
    if (isNew) {
      // A new vault is created only for a pack that opens, and is kept only if its study was imported.
      assertOpens(packedStudyOf(file), Date.now());
      (await createVault(dataDir, { passphrase, keyStore: null })).close();
    }
    const outcome = await withVault(invocation, (vault) => receive(vault, file, invocation)).catch(async (error: unknown) => {
      if (isNew) await takeBack(invocation, passphrase);
      throw error;
    });
    if (isNew) out.say(`Created a new vault in ${dataDir}. It opens only with the passphrase.`);
    const { study, expires, datasets, seal, madeAt } = file.header;
    out.say(`${printable(study)}: ${says[outcome]}. It opens until ${moment(new Date(endOf(expires)).toISOString())}.`);
    const { asOf } = packedStudyOf(file).pack;
    return { code: 'OK', fields: { study, outcome, expires, madeAt, asOf, generation: seal.generation, datasets } };
  } finally {
    file.close();
  }
}

const says: Readonly<Record<TakenIn, string>> = {
  added: 'imported from the pack',
  replaced: 'imported from the pack; the earlier copy was set aside',
  prolonged: 'the same copy was already here; its last day was extended',
  unchanged: 'the same copy is already here',
};

function carriedOver(carried: number, leftOut: number): string {
  const marks = leftOut === 0 ? '' : ` Looked-at marks that name generations of that copy were left out: ${String(leftOut)}.`;
  return `notes, marks, filters, views and decisions taken over from the earlier copy: ${String(carried)}.${marks}`;
}

/** If this fails, it is reported in addition to the error of the unpack, never instead of it. */
async function takeBack({ dataDir, out }: Invocation, passphrase: string): Promise<void> {
  const isTakenBack = await takeBackVault(dataDir, { passphrase }).catch(() => false);
  if (!isTakenBack) out.note(`The vault created for this pack remains in ${dataDir}. It opens only with the passphrase.`);
}

/**
 * Records the refusal in the trail of the existing vault. If the passphrase does not open it, the next command that needs it reports that.
 */
async function noteRefusal(invocation: Invocation, error: unknown): Promise<void> {
  await withVault(invocation, async (vault) => vault.packs.refused(null, error)).catch(() => undefined);
}

async function receive(vault: Vault, file: OpenedPack, invocation: Invocation): Promise<TakenIn> {
  try {
    return await takeIn(vault, file, invocation);
  } catch (error: unknown) {
    vault.packs.refused(file.header.study, error);
    throw error;
  }
}

async function takeIn(vault: Vault, file: OpenedPack, { out, signal }: Invocation): Promise<TakenIn> {
  const packed = packedStudyOf(file);
  assertOpens(packed, vault.packs.latest());
  assertSameKind(packed, vault.connection()?.connection.demo ?? null);
  vault.packs.plan(packed);
  const { study } = packed;
  const release = vault.study(study) === null ? null : await acquireSyncLock(vault.dir);
  const place = vault.packs.place();
  try {
    const onProgress = (bytes: number, of: number): void => {
      out.event({ event: 'progress', study, bytes, of });
      out.progress(`${printable(study)}: ${size(bytes)} of ${size(of)}`);
    };
    const { sha256, carried, leftOut } = await unpackStudy(file, place, vault.packs.earlier(packed), { signal, onProgress });
    if (carried + leftOut > 0) out.note(`${printable(study)}: ${carriedOver(carried, leftOut)}`);
    return vault.packs.takeIn(packed, place, sha256);
  } finally {
    vault.packs.giveUp(place);
    release?.();
  }
}
