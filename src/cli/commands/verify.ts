import { reportOf } from '../../shared/errors.ts';
import { setAsideIfDamaged } from '../../core/sync/first-sync.ts';
import type { Vault } from '../../core/vault/vault.ts';
import { verifyWithPauses, type Finding } from '../../core/verify/verify-cache.ts';
import { hearCancel } from '../cancel.ts';
import type { Command, Invocation, Outcome } from '../command.ts';
import { withVault } from '../open-vault.ts';
import { printable } from '../../shared/printable.ts';
import { verifyOne } from './verify-file.ts';
import { formatCountOf } from '../../shared/format-count.ts';

export const verify: Command = {
  name: 'verify',
  summary: 'checks the whole cache (pages, digests, seals, audit trail), or one exported file',
  synopsis: '[PATH] [--accept-older]',
  options: {
    'accept-older': {
      type: 'boolean',
      says: 'continue with a vault file that is older than its last change; this is recorded in the audit trail',
    },
  },
  notes: [
    'With a PATH: checks whether that file is an unchanged export, site pack or saved audit trail of this data folder (0), and whether the cache has changed since; 21 if it was changed or is unknown here. The file is only read.',
    'Exit code 21 means that something is not as Carrel left it. A damaged study file is set aside, never deleted; nothing else is changed.',
  ],
  emptyFields: { findings: [] },
  positionals: { least: 0, most: 1 },
  run: verifyEverything,
};

async function verifyEverything(invocation: Invocation): Promise<Outcome> {
  const { given, positionals } = invocation;
  const work = (vault: Vault): Promise<Outcome> => (positionals.length > 0 ? verifyOne(vault, invocation) : look(vault, invocation));
  try {
    return await withVault(invocation, work, given.flag('accept-older') ? 'accept' : 'refuse');
  } catch (error: unknown) {
    const { code, message } = reportOf(error);
    if (code !== 'CORRUPT') throw error;
    return { code, message, fields: { findings: [{ part: 'vault', study: null, code, message }], studies: 0, auditEntries: 0 } };
  }
}

async function look(vault: Vault, { out, signal }: Invocation): Promise<Outcome> {
  const { findings, studies, auditEntries } = await verifyWithPauses(vault, () => hearCancel(signal));
  vault.audit.appendWhenPossible([{ kind: 'verified', findings: findings.length }]);
  for (const { study, part, message } of findings) out.say(`${study === null ? part : printable(study)}: ${message}`);
  const looked = `${formatCountOf(studies, 'study', 'studies')} and ${formatCountOf(auditEntries, 'entry', 'entries')} of the audit trail`;
  if (findings.length === 0) out.say(`Everything is as Carrel left it: ${looked}.`);
  const failed = findings[0];
  const ways = await setDamagedAside(vault, findings);
  const reported = `${formatCountOf(findings.length, 'thing is', 'things are')} not as Carrel left it. Nothing was deleted.`;
  const message = failed === undefined ? {} : { message: [reported, ...ways].join(' ') };
  return { code: failed?.code ?? 'OK', ...message, fields: { findings, studies, auditEntries } };
}

/** Sets the files of damaged studies aside, so that no command continues to use them; returns the remedy for each. */
async function setDamagedAside(vault: Vault, findings: readonly Finding[]): Promise<readonly string[]> {
  const damaged = new Set(findings.flatMap(({ study, code }) => (study === null || code !== 'CORRUPT' ? [] : [study])));
  const ways: string[] = [];
  for (const study of damaged) {
    const report = await setAsideIfDamaged(vault, study);
    if (report !== null) ways.push(report.message);
  }
  return ways;
}
