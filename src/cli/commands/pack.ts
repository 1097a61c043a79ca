import { resolve } from 'node:path';
import { AppError, reportOf } from '../../shared/errors.ts';
import { dayAfter, endOf, isExpired, usualDays } from '../../shared/site-pack.ts';
import { assertStrongPassphrase } from '../../core/platform/passphrase-strength.ts';
import { packStudy, type Packed, type PackRequest } from '../../core/pack/pack-study.ts';
import { withStudy } from '../../core/vault/studies/open-study.ts';
import type { StudyEntry } from '../../core/vault/studies/studies.ts';
import type { Vault } from '../../core/vault/vault.ts';
import type { Command, Invocation, Outcome } from '../command.ts';
import { requireStudy, withVault } from '../open-vault.ts';
import { moment, size } from '../text.ts';
import { printable } from '../../shared/printable.ts';
import { quotedWord } from '../../shared/quoted-word.ts';
import { programVersion } from '../version.ts';

export const pack: Command = {
  name: 'pack',
  summary: 'packs a study into one encrypted file with its own passphrase, for another laptop',
  synopsis: 'STUDY --out PATH [--expires DATE] [--force] [--weak-passphrase]',
  options: {
    out: { type: 'string', value: 'PATH', says: 'file to write' },
    expires: {
      type: 'string',
      value: 'DATE',
      says: `last day on which it opens, as YYYY-MM-DD in UTC (${String(usualDays)} days from now)`,
    },
    force: { type: 'boolean', says: 'replace an existing file' },
    'weak-passphrase': { type: 'boolean', says: 'accept a passphrase that is easy to guess' },
  },
  notes: [
    'CARREL_PACK_PASSPHRASE is the passphrase of the pack. Send it to the recipient separately from the file.',
    'The pack includes the proof, the as-of times and the change history. It leaves out looked-at marks and anything not yet proven.',
    'The file appears only once it is complete, readable by you alone. An existing file is not replaced without --force (exit code 25).',
  ],
  emptyFields: { path: null },
  positionals: { least: 1, most: 1 },
  run: packOne,
};

async function packOne(invocation: Invocation): Promise<Outcome> {
  const {
    given,
    secrets,
    positionals: [study = ''],
    out,
  } = invocation;
  const now = new Date();
  const path = given.text('out');
  if (path === null) throw new AppError('USAGE', `"pack" needs --out. Usage: carrel pack ${pack.synopsis}`);
  const expires = readExpiry(given.text('expires'), now);
  const passphrase = requirePackPassphrase(secrets.packPassphrase);
  await assertStrongPassphrase(passphrase, given.flag('weak-passphrase'), ', or confirm with --weak-passphrase');
  const request = { path: resolve(path), replace: given.flag('force'), passphrase, expires, madeBy: programVersion(), now };
  const packed = await withVault(invocation, async (vault) => write(vault, requireStudy(vault, study), request, invocation));
  out.say(`${request.path}: ${printable(study)}, generation ${String(packed.generation)}, ${size(packed.bytes)}, sealed.`);
  out.say(`It opens with its passphrase until ${moment(new Date(endOf(expires)).toISOString())}. SHA-256 ${packed.sha256}`);
  return { code: 'OK', fields: { path: request.path, ...packed } };
}

async function write(vault: Vault, entry: StudyEntry, request: PackRequest, { out, signal }: Invocation): Promise<Packed> {
  const { study, path, key, demo, sitePack } = entry;
  const { expires } = request;
  if (sitePack !== null && endOf(expires) > endOf(sitePack.expires))
    throw new AppError(
      'USAGE',
      `${study} itself came from a site pack that expires after ${sitePack.expires}, so a new pack cannot stay open longer. Nothing was written. Give --expires ${sitePack.expires}, or sync the study first.`,
    );
  return withStudy(vault, study, async (opened) => {
    if (opened === null)
      throw new AppError(
        'EXPORT',
        `${study} has not been mirrored yet, so there is nothing to pack. Mirror it with: carrel sync ${quotedWord(study)}`,
      );
    const asked = { study, generation: entry.seal.current?.generation ?? null, expires };
    // The trail records the attempt before anything is written, and the digest before the file gets its name.
    const noted = vault.exports.begin({ kind: 'pack-begun', ...asked }, request.path);
    const onProgress = (bytes: number, of: number): void => {
      out.event({ event: 'progress', study, bytes, of });
      out.progress(of === 0 ? `${printable(study)}: copying` : `${printable(study)}: ${size(bytes)} of ${size(of)}`);
    };
    const onWritten = ({ generation, bytes, sha256 }: Packed, part: string): void =>
      noted.written({ kind: 'pack', ...asked, generation, bytes, sha256 }, part);
    const source = { opened, path, key, demo, seal: entry.seal };
    const packed = await packStudy(source, request, { signal, onProgress, onWritten }).catch((error: unknown) => {
      noted.failed(reportOf(error).code);
      throw error;
    });
    noted.ended();
    return packed;
  });
}

/** The passphrase of a pack. Throws LOCKED if none was given. */
export function requirePackPassphrase(passphrase: string | null): string {
  if (passphrase !== null) return passphrase;
  throw new AppError('LOCKED', 'The passphrase of the site pack is required. Set CARREL_PACK_PASSPHRASE.');
}

function readExpiry(text: string | null, now: Date): string {
  const expires = text ?? dayAfter(now, usualDays);
  const day = /^\d{4}-\d\d-\d\d$/.test(expires) ? new Date(`${expires}T00:00:00Z`) : null;
  if (day === null || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== expires)
    throw new AppError('USAGE', '"--expires" must be a date as YYYY-MM-DD, such as 2026-12-24.');
  if (isExpired(expires, now.getTime())) throw new AppError('USAGE', `"--expires" is in the past. Today is ${dayAfter(now, 0)} (UTC).`);
  return expires;
}
