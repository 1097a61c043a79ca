import { AppError } from '../../shared/errors.ts';
import { verifyCache } from '../../core/verify/verify-cache.ts';
import type { Command, Invocation, Outcome } from '../command.ts';
import { withVault } from '../open-vault.ts';
import { counted, printable } from '../text.ts';

export const verify: Command = {
  name: 'verify',
  summary: 'checks the whole cache: pages, digests, seals, audit trail',
  synopsis: '',
  options: {},
  notes: ['It changes nothing it looks at. Exit code 21 tells that something is not as Carrel left it.'],
  emptyFields: { findings: [] },
  positionals: { least: 0, most: 1 },
  run: verifyEverything,
};

async function verifyEverything(invocation: Invocation): Promise<Outcome> {
  const { positionals, out } = invocation;
  if (positionals.length > 0) throw new AppError('USAGE', 'Verifying an exported file is not in this version. What there is: carrel verify, without a path, checks the whole cache.');
  return withVault(invocation, async (vault) => {
    const { findings, studies, auditEntries } = verifyCache(vault);
    vault.audit.appendWhenPossible([{ kind: 'verified', findings: findings.length }]);
    for (const { study, part, message } of findings) out.say(`${study === null ? part : printable(study)}: ${message}`);
    const looked = `${counted(studies, 'study', 'studies')} and ${counted(auditEntries, 'entry', 'entries')} of the audit trail`;
    if (findings.length === 0) out.say(`Everything is as Carrel left it: ${looked}.`);
    const failed = findings[0];
    const message = failed === undefined ? {} : { message: `${counted(findings.length, 'thing is', 'things are')} not as Carrel left it. Nothing was changed.` };
    return { category: failed?.category ?? 'OK', ...message, fields: { findings, studies, auditEntries } };
  });
}
