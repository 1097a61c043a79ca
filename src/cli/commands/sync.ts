import { AppError } from '../../shared/errors.ts';
import { datasetNames } from '../../shared/datasets/datasets.ts';
import type { DatasetStatus, SyncPause, SyncProgress, SyncResult } from '../../shared/status.ts';
import { backUpAfterSync } from '../../core/backup/back-up-after-sync.ts';
import type { LeftOut } from '../../core/backup/back-up-vault.ts';
import type { BackedUpAfterSync } from '../../core/vault/settings/backup-plan.ts';
import { endSpareReader } from '../../core/sync/page-reader.ts';
import { syncStudies, type SyncListeners, type SyncRequest } from '../../core/sync/sync-studies.ts';
import { renewDamaged, setDamagedAside, settleStudies } from '../../core/sync/first-sync.ts';
import { identityOf } from '../../core/vault/settings/client-certificate.ts';
import { assertWritable } from '../../core/platform/read-only-folder.ts';
import type { Vault } from '../../core/vault/vault.ts';
import { requireConnection, syncHostOver, type SyncHost } from '../../core/vault/studies/sync-host.ts';
import { clockLines } from '../clock-lines.ts';
import type { Command, Invocation, Outcome } from '../command.ts';
import { readDatasets } from '../datasets.ts';
import { withVault } from '../open-vault.ts';
import type { Output } from '../output.ts';
import { routeTo } from '../route.ts';
import { sentenceOf } from '../sync-sentence.ts';
import { studyLines } from '../study-table.ts';
import { programVersion } from '../version.ts';
import { printable } from '../../shared/printable.ts';
import { formatCount } from '../../shared/format-count.ts';

export const sync: Command = {
  name: 'sync',
  summary: 'mirrors studies from the service',
  synopsis: 'STUDY… [--only DATASET,…] [--accept-shrink] [--no-confirm] [--accept-unconfirmed] [--anew]',
  options: {
    only: { type: 'string', value: 'DATASET,…', says: 'only these datasets' },
    'accept-shrink': {
      type: 'boolean',
      says: 'accept a dataset that lost many of its records or subjects, instead of holding it for review',
    },
    'no-confirm': {
      type: 'boolean',
      says: 'read each page only once, for services that charge per request; the copy is then counted, not confirmed',
    },
    'accept-unconfirmed': {
      type: 'boolean',
      says: 'accept a copy whose counts add up although the data kept changing during confirmation',
    },
    anew: { type: 'boolean', says: 'start a fresh mirror after a damaged file was set aside' },
  },
  notes: [
    `Datasets: ${datasetNames.join(', ')}.`,
    'Ctrl-C stops it cleanly: earlier mirrored data and the pages already read are kept, and the next run continues from there.',
  ],
  emptyFields: { studies: [] },
  positionals: { least: 1, most: 200 },
  run: mirror,
};

async function mirror(invocation: Invocation): Promise<Outcome> {
  const { given, positionals, out, signal } = invocation;
  const studies = readStudies(positionals);
  const only = readDatasets(given.text('only'));
  return withVault(invocation, async (vault) => {
    requireConnection(vault);
    assertWritable(vault.dir);
    if (given.flag('anew')) for (const study of studies) await renewDamaged(vault, study);
    const request = {
      studies,
      only,
      acceptShrink: given.flag('accept-shrink'),
      confirm: !given.flag('no-confirm'),
      acceptUnconfirmed: given.flag('accept-unconfirmed'),
    };
    const listeners = {
      signal,
      onProgress: (progress: SyncProgress) => tellProgress(progress, out),
      onPause: (pause: SyncPause) => tellPause(pause, out),
      onResume: () => out.progress(''),
      onDataset: (study: string, dataset: DatasetStatus) => tellDataset(study, dataset, out),
    };
    const host = syncHostOver(vault, 'add', (connection) => routeTo({ connection, identity: identityOf(vault), vault }, invocation));
    const settled = await setDamagedAside(vault, await syncAndSettle(vault, host, request, listeners));
    return outcomeOf(settled, await backUpAfterSync(vault, programVersion()), out);
  });
}

/** Whether or not the sync succeeds, no reader stays open and its studies are settled. */
async function syncAndSettle(vault: Vault, host: SyncHost, request: SyncRequest, listeners: SyncListeners): Promise<SyncResult> {
  try {
    return await syncStudies(host, request, listeners);
  } finally {
    await endSpareReader();
    await settleStudies(vault, request.studies);
  }
}

function outcomeOf(result: SyncResult, backup: BackedUpAfterSync<LeftOut> | null, out: Output): Outcome {
  for (const study of result.studies) for (const line of [...studyLines(study), '']) out.say(line);
  for (const line of clockLines(result.studies)) out.say(line);
  if (backup !== null) tellBackup(backup, out);
  const message = result.code === 'OK' ? {} : { message: sentenceOf(result) };
  return { code: result.code, ...message, fields: { studies: result.studies, ...(backup === null ? {} : { backup }) } };
}

/** The outcome of a sync does not depend on the backup after it. */
function tellBackup({ path, leftOut, trailLeftOut, error }: BackedUpAfterSync<LeftOut>, out: Output): void {
  if (path !== null) out.say(`Backed up: ${path}`);
  for (const { study, message } of leftOut) out.note(`${printable(study)} is not in the backup: ${message}`);
  if (trailLeftOut !== null) out.note(`The audit trail is not in the backup: ${trailLeftOut}`);
  if (error !== null) out.note(`No backup was made after this sync: ${error.message}`);
}

function tellProgress({ study, dataset, page, pages, records, total, confirmed, toConfirm }: SyncProgress, out: Output): void {
  out.event({ event: 'progress', study, dataset, page, pages, records, total });
  if (confirmed !== undefined && toConfirm !== undefined) {
    out.progress(`${printable(study)} ${dataset}: ${confirmed} of ${toConfirm} pages confirmed`);
    return;
  }
  const of = total === null ? '' : ` of ${formatCount(total)}`;
  out.progress(`${printable(study)} ${dataset}: ${formatCount(records)}${of} records, page ${page}${pages === null ? '' : ` of ${pages}`}`);
}

const PAUSES: Partial<Record<SyncPause['reason'], string>> = {
  NETWORK: 'The network is lost',
  RATE: 'The service asked to wait',
};

function tellPause({ reason, seconds }: SyncPause, out: Output): void {
  out.event({ event: 'pause', reason, seconds });
  out.progress(`${PAUSES[reason] ?? 'The service failed'}: trying again within ${seconds} s`);
}

function tellDataset(study: string, status: DatasetStatus, out: Output): void {
  const { dataset, state, records, generation } = status;
  out.event({ event: 'dataset', study, dataset, state, records, generation });
}

function readStudies(positionals: readonly string[]): readonly string[] {
  for (const study of positionals) {
    if (study.length > 128 || /[\p{Cc}]/u.test(study) || study.trim() !== study || study === '') {
      throw new AppError('USAGE', 'A study number has 1 to 128 characters and no control characters or leading or trailing white space.');
    }
  }
  return [...new Set(positionals)];
}
