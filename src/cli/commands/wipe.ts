import { AppError } from '../../shared/errors.ts';
import { acquireSyncLock } from '../../core/vault/studies/sync-lock.ts';
import { isDataFolder } from '../../core/platform/own-files.ts';
import { eraseEverything } from '../../core/vault/erase-everything.ts';
import type { Command, Invocation, Outcome } from '../command.ts';
import { requireStudy, withVault } from '../open-vault.ts';

export const wipe: Command = {
  name: 'wipe',
  summary: 'destroys the key and files of a study, or of everything',
  synopsis: 'STUDY|--all --yes',
  options: {
    all: { type: 'boolean', says: 'everything in the data folder: every study, the connection, the vault, the audit trail' },
    yes: { type: 'boolean', says: 'confirm; without it nothing happens' },
  },
  notes: ['The audit trail records that a study was wiped. Exported files are not touched.'],
  emptyFields: { wiped: [] },
  positionals: { least: 0, most: 1 },
  run: wipeStudies,
};

async function wipeStudies(invocation: Invocation): Promise<Outcome> {
  const { given, positionals } = invocation;
  const [study] = positionals;
  if (given.flag('all') === (study !== undefined))
    throw new AppError('USAGE', 'Name one study, or give --all. Usage: carrel wipe STUDY|--all --yes');
  if (!given.flag('yes'))
    throw new AppError(
      'USAGE',
      `This permanently destroys ${study === undefined ? 'everything in the data folder' : `the mirror of ${study}`}. Nothing was done. To confirm, add --yes.`,
    );
  return study === undefined ? wipeEverything(invocation) : wipeOne(invocation, study);
}

async function wipeOne(invocation: Invocation, study: string): Promise<Outcome> {
  return withVault(invocation, async (vault) => {
    requireStudy(vault, study);
    const release = await acquireSyncLock(invocation.dataDir);
    try {
      vault.wipeStudy(study);
    } finally {
      release();
    }
    invocation.out.say(`Wiped ${study}: its key and its files are gone.`);
    return { code: 'OK', fields: { wiped: [study] } };
  });
}

/** No passphrase is needed, so that a lost one does not prevent wiping; a given one must be right. */
async function wipeEverything(invocation: Invocation): Promise<Outcome> {
  const { dataDir, secrets, out } = invocation;
  const none = (): AppError => new AppError('LOCKED', `There is no vault in ${dataDir}, so there is nothing to wipe.`);
  if (!isDataFolder(dataDir)) throw none();
  const wiped = secrets.passphrase === null ? [] : await listStudies(invocation);
  if (!(await eraseEverything(dataDir))) throw none();
  out.say(`Wiped everything in ${dataDir}.`);
  return { code: 'OK', fields: { wiped } };
}

/** The content of a damaged vault cannot be listed, but it can still be wiped. */
async function listStudies(invocation: Invocation): Promise<readonly string[]> {
  try {
    return await withVault(invocation, async (vault) => vault.studyNumbers());
  } catch (error: unknown) {
    if (error instanceof AppError && error.code === 'CORRUPT') return [];
    throw error;
  }
}
