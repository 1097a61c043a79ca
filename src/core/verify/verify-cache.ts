import { reportOf, type ErrorCode } from '../../shared/errors.ts';
import { checkInSteps } from '../store/study-file/check-study.ts';
import { openBesideSync } from '../vault/studies/open-study.ts';
import { sayBreak } from '../vault/vault-seal.ts';
import type { Vault } from '../vault/vault.ts';

/** Something that is not as Carrel left it. `study`: null for the vault itself. */
export interface Finding {
  readonly part: 'vault' | 'audit' | 'study';
  readonly study: string | null;
  readonly code: ErrorCode;
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
  const findings = [...findingsIn(vault)].filter((finding) => finding !== null);
  return { ...countsOf(vault), findings };
}

/** The same as the command line runs it, with a pause after each step, such as a page. What `pause` throws ends the check. */
export async function verifyWithPauses(vault: Vault, pause: () => Promise<void>): Promise<Verification> {
  const findings: Finding[] = [];
  for (const finding of findingsIn(vault)) {
    if (finding !== null) findings.push(finding);
    await pause();
  }
  return { ...countsOf(vault), findings };
}

/** What is found in each step; null for nothing. */
function* findingsIn(vault: Vault): Generator<Finding | null, void, undefined> {
  yield* look('vault', null, () =>
    vault
      .findDamage()
      .map(
        () =>
          'The vault file is damaged. Nothing was deleted. Put it back from a copy of this data folder; without one, set this copy aside in the window or use another data folder, mirror the studies again, and restore your last backup with: carrel restore',
      )
      .slice(0, 1),
  );
  yield* look('vault', null, () => {
    const broken = vault.findSealBreak();
    return broken === null ? [] : [sayBreak(broken)];
  });
  yield* look('audit', null, () => [vault.audit.findBreak()]);
  let studies: readonly string[] = [];
  yield* look('vault', null, () => {
    studies = vault.studyNumbers();
    return [];
  });
  for (const study of studies) yield* look('study', study, () => checkOne(vault, study));
}

/** Messages of work that failed midway are left out: the error says more. */
function* look(
  part: Finding['part'],
  study: string | null,
  work: () => Iterable<string | null>,
): Generator<Finding | null, void, undefined> {
  const found: Finding[] = [];
  try {
    for (const message of work()) {
      if (message !== null) found.push({ part, study, code: 'CORRUPT', message });
      yield null;
    }
  } catch (error: unknown) {
    const { code, message } = reportOf(error);
    yield { part, study, code, message };
    return;
  }
  yield* found;
}

function* checkOne(vault: Vault, study: string): Generator<string | null, void, undefined> {
  // Wiped since the list was read.
  if (vault.study(study) === null) return;
  const opened = openBesideSync(vault, study, 'check');
  if (opened === null) return;
  try {
    yield* checkInSteps(opened);
  } finally {
    opened.close();
  }
}

function countsOf(vault: Vault): Pick<Verification, 'auditEntries' | 'studies'> {
  return { auditEntries: countEntries(vault), studies: countStudies(vault) };
}

function countStudies(vault: Vault): number {
  try {
    return vault.studyNumbers().length;
  } catch {
    return 0;
  }
}

function countEntries(vault: Vault): number {
  try {
    return vault.audit.entries().length;
  } catch {
    return 0;
  }
}
