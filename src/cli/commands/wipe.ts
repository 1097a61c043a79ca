import { AppError } from '../../shared/errors.ts';
import { acquireSyncLock } from '../../core/vault/sync-lock.ts';
import type { Vault } from '../../core/vault/vault.ts';
import type { Command, Invocation, Outcome } from '../command.ts';
import { requireStudy, withVault } from '../open-vault.ts';

export const wipe: Command = {
  name: 'wipe',
  summary: 'destroys the key and the files of a study, or of everything',
  synopsis: 'STUDY|--all --yes',
  options: {
    all: { type: 'boolean', says: 'everything in the data folder: every study, the connection, the vault, the audit trail' },
    yes: { type: 'boolean', says: 'say that you mean it; without it nothing happens' },
  },
  notes: ['The audit trail keeps that a study was wiped. Files that were exported elsewhere are not touched.'],
  emptyFields: { wiped: [] },
  positionals: { least: 0, most: 1 },
  run: wipeStudies,
};

async function wipeStudies(invocation: Invocation): Promise<Outcome> {
  const { given, positionals, dataDir, out } = invocation;
  const [study] = positionals;
  if (given.flag('all') === (study !== undefined))
    throw new AppError('USAGE', 'Name one study, or give --all. Usage: carrel wipe STUDY|--all --yes');
  if (!given.flag('yes'))
    throw new AppError(
      'USAGE',
      `This destroys ${study === undefined ? 'everything in the data folder' : `the mirror of ${study}`} for good. Nothing was done. To do it, add --yes.`,
    );
  return withVault(invocation, async (vault) => {
    if (study !== undefined) requireStudy(vault, study);
    const release = await acquireSyncLock(dataDir);
    try {
      const wiped = study === undefined ? wipeEverything(vault) : wipeOne(vault, study);
      out.say(study === undefined ? `Wiped everything in ${dataDir}.` : `Wiped ${study}: its key and its files are gone.`);
      return { category: 'OK', fields: { wiped } };
    } finally {
      release();
    }
  });
}

function wipeOne(vault: Vault, study: string): readonly string[] {
  vault.wipeStudy(study);
  return [study];
}

function wipeEverything(vault: Vault): readonly string[] {
  const wiped = vault.studies().map((entry) => entry.study);
  vault.wipeAll();
  return wiped;
}
