import { emptyStatus } from '../../shared/empty-status.ts';
import { reportOf, type ErrorReport } from '../../shared/errors.ts';
import type { StudyStatus } from '../../shared/status.ts';
import { readFileBytes, type FileBytes } from '../../core/store/database/file-bytes.ts';
import { readStudyStatus } from '../../core/store/database/status.ts';
import { withStudy } from '../../core/vault/studies/open-study.ts';
import type { Vault } from '../../core/vault/vault.ts';
import { clockLines } from '../clock-lines.ts';
import type { Command, Invocation, Outcome } from '../command.ts';
import { requireStudy, withVault } from '../open-vault.ts';
import { studyLines } from '../study-table.ts';
import { size } from '../text.ts';

/** Bytes are null if there is no readable file. */
type StatusOnDisk = StudyStatus & { readonly [name in keyof FileBytes]: number | null };

export const status: Command = {
  name: 'status',
  summary: 'shows what is mirrored per study and dataset, as of when, and the last error',
  synopsis: '[STUDY…]',
  options: {},
  notes: ['Works offline. Exit code 21 means that a mirror is damaged; the others are still listed.'],
  emptyFields: { studies: [] },
  positionals: { least: 0, most: Number.MAX_SAFE_INTEGER },
  run: showStatus,
};

async function showStatus(invocation: Invocation): Promise<Outcome> {
  const { positionals, out } = invocation;
  return withVault(invocation, async (vault) => {
    for (const study of positionals) requireStudy(vault, study);
    const wanted = positionals.length > 0 ? [...new Set(positionals)] : vault.studies().map(({ study }) => study);
    const studies: StatusOnDisk[] = [];
    let failure: ErrorReport | null = null;
    for (const study of wanted) {
      const found = await statusOf(vault, study);
      studies.push(found.status);
      failure ??= found.failure;
      for (const line of [...studyLines(found.status), ...diskLines(found.status), '']) out.say(line);
    }
    for (const line of clockLines(studies)) out.say(line);
    if (wanted.length === 0) out.say('Nothing is mirrored yet. Mirror a study with: carrel sync STUDY');
    return { code: failure?.code ?? 'OK', ...(failure === null ? {} : { message: failure.message }), fields: { studies } };
  });
}

async function statusOf(vault: Vault, study: string): Promise<{ readonly status: StatusOnDisk; readonly failure: ErrorReport | null }> {
  const noFile = { bytes: null, ledgerBytes: null };
  try {
    const status = await withStudy(vault, study, async (opened) =>
      opened === null ? { ...emptyStatus(study), ...noFile } : { ...readStudyStatus(opened), ...readFileBytes(opened) },
    );
    return { status, failure: null };
  } catch (error: unknown) {
    const failure = reportOf(error);
    return { status: { ...emptyStatus(study, failure), ...noFile }, failure };
  }
}

function diskLines({ bytes, ledgerBytes }: StatusOnDisk): readonly string[] {
  if (bytes === null || ledgerBytes === null) return [];
  return [`  on disk: ${size(bytes)}, including ${size(ledgerBytes)} of change history`];
}
