import { reportOf, type ErrorCode } from '../../shared/errors.ts';
import { checkStudy } from '../store/check-study.ts';
import { openBesideSync } from '../vault/open-study.ts';
import { sayBreak } from '../vault/vault-seal.ts';
import type { Vault } from '../vault/vault.ts';

/** Something that is not as Carrel left it. `study`: null for the vault itself. */
export interface Finding {
  readonly part: 'vault' | 'audit' | 'study';
  readonly study: string | null;
  readonly category: ErrorCode;
  readonly message: string;
}

/** What was checked and found; everything is sound if `findings` is empty. */
export interface Verification {
  readonly auditEntries: number;
  readonly studies: number;
  readonly findings: readonly Finding[];
}

/** Checks the vault file, the audit chain and every study (pages, digests, seal). Changes nothing; findings are returned, never thrown. */
export function verifyCache(vault: Vault): Verification {
  const findings: Finding[] = [];
  const look = (part: Finding['part'], study: string | null, work: () => readonly string[]): void => {
    try {
      for (const message of work()) findings.push({ part, study, category: 'CORRUPT', message });
    } catch (error: unknown) {
      const { category, message } = reportOf(error);
      findings.push({ part, study, category, message });
    }
  };
  look('vault', null, () =>
    vault
      .findDamage()
      .map(
        () =>
          'The vault file is damaged. Nothing was deleted. Put it back from a copy of this data folder; without one, set this copy aside in the window or use another data folder, mirror the studies again, and restore your last backup with: carrel restore',
      )
      .slice(0, 1),
  );
  look('vault', null, () => {
    const broken = vault.findSealBreak();
    return broken === null ? [] : [sayBreak(broken)];
  });
  look('audit', null, () => [vault.audit.findBreak()].filter((broken) => broken !== null));
  const studies = studyNumbers(vault, look);
  for (const study of studies) look('study', study, () => checkOne(vault, study));
  return { auditEntries: countEntries(vault), studies: studies.length, findings };
}

function checkOne(vault: Vault, study: string): readonly string[] {
  // Wiped since the list was read.
  if (vault.study(study) === null) return [];
  const opened = openBesideSync(vault, study, 'check');
  try {
    return opened === null ? [] : checkStudy(opened);
  } finally {
    opened?.close();
  }
}

function studyNumbers(vault: Vault, look: (part: 'vault', study: null, work: () => readonly string[]) => void): readonly string[] {
  let studies: readonly string[] = [];
  look('vault', null, () => {
    studies = vault.studyNumbers();
    return [];
  });
  return studies;
}

function countEntries(vault: Vault): number {
  try {
    return vault.audit.entries().length;
  } catch {
    return 0;
  }
}
