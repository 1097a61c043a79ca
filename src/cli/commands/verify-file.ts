import { resolve } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import type { VerifiedFile } from '../../shared/calls/verify.ts';
import { askable, currencyOf, sayCurrency, sayRemarks, sayRows, sayVerdict, sayWhat, type Currency } from '../../shared/verified-words.ts';
import { sinceExport } from '../../core/query/since-export.ts';
import { openBesideSync } from '../../core/vault/studies/open-study.ts';
import type { Vault } from '../../core/vault/vault.ts';
import { trailFiles } from '../../core/vault/audit/trail-files.ts';
import type { Finding } from '../../core/verify/verify-cache.ts';
import { verifyFile } from '../../core/verify/verify-file.ts';
import type { Invocation, Outcome } from '../command.ts';
import { moment, size } from '../text.ts';
import { printable } from '../../shared/printable.ts';

/** Verifies one file. Nothing changes except for a new entry in the trail. */
export async function verifyOne(vault: Vault, { positionals: [path = ''], out, signal }: Invocation): Promise<Outcome> {
  const file = await verifyFile(resolve(path), trailFiles(vault.audit), {
    signal,
    onProgress: (bytes, of) => {
      out.progress(`${size(bytes)} of ${size(of)}`);
    },
  });
  const trail = vault.audit.findBreak();
  const currency = readCurrency(vault, file);
  vault.audit.appendWhenPossible([{ kind: 'file-verified', verdict: file.verdict, sha256: file.sha256 }]);
  out.say(`${printable(path)}: ${file.verdict}`);
  for (const says of sentencesOf(file, currency, trail)) out.say(`  ${printable(says)}`);
  const findings = findingsOf(file, trail);
  const [first] = findings;
  const message = first === undefined ? {} : { message: first.message };
  return { code: first?.code ?? 'OK', ...message, fields: { findings, file: { path, ...fieldsOf(file, currency) } } };
}

function sentencesOf(file: VerifiedFile, currency: Currency | null, trail: string | null): readonly string[] {
  const { known, datasets } = file;
  return [
    ...(known === null ? [] : [`${sayAgainst(file.verdict)}${sayWhat(known, datasets)}; ${moment(known.at)}, by ${known.by}.`]),
    sayVerdict(file, moment),
    ...[sayRows(file)].filter((says) => says !== null),
    ...(currency === null || known?.what !== 'export' ? [] : [sayCurrency(currency, known.study)]),
    ...sayRemarks(file, trail),
    `SHA-256 ${file.sha256}`,
  ];
}

/** The trail describes the export; the content of a changed file is unknown. */
function sayAgainst(verdict: VerifiedFile['verdict']): string {
  return verdict === 'changed' ? 'Compared with: ' : '';
}

function findingsOf(file: VerifiedFile, trail: string | null): readonly (Omit<Finding, 'part'> & { readonly part: string })[] {
  const study = file.known === null || file.known.what === 'audit-trail' ? null : file.known.study;
  const verdict = {
    part: 'file',
    study,
    code: 'CORRUPT',
    message: [`The file is ${file.verdict}.`, sayVerdict(file, moment), sayRows(file) ?? ''].join(' ').trimEnd(),
  } as const;
  return [
    ...(file.verdict === 'unchanged' ? [] : [verdict]),
    ...(trail === null ? [] : [{ part: 'audit', study: null, code: 'CORRUPT', message: trail } as const]),
  ];
}

/** Null: not an export that the trail has. */
function readCurrency(vault: Vault, file: VerifiedFile): Currency | null {
  const asked = askable(file, (study) => vault.study(study) !== null);
  if (asked !== 'ask' || file.known?.what !== 'export') return asked === null || asked === 'ask' ? null : { current: null, why: asked };
  const { study } = file.known;
  try {
    const opened = openBesideSync(vault, study);
    if (opened === null) return { current: null, why: 'gone' };
    try {
      return currencyOf(sinceExport(opened, file.datasets));
    } finally {
      opened.close();
    }
  } catch (error: unknown) {
    // The reason and the remedy are left to commands about that study.
    if (error instanceof AppError) return { current: null, why: 'unreadable' };
    throw error;
  }
}

function fieldsOf(file: VerifiedFile, currency: Currency | null): Readonly<Record<string, unknown>> {
  const { verdict, reason, sha256, bytes, known, datasets, others, evidence, rows, differs } = file;
  const now = new Map(currency !== null && currency.current !== null ? currency.datasets.map((one) => [one.dataset, one.now]) : []);
  return {
    verdict,
    reason,
    sha256,
    bytes,
    what: known?.what ?? null,
    export:
      known?.what === 'export'
        ? {
            id: known.id,
            at: known.at,
            study: known.study,
            dataset: known.dataset,
            format: known.format,
            rows: known.rows,
            columns: known.columns,
          }
        : null,
    current: currency?.current ?? null,
    datasets: datasets.map(({ dataset, generation }) => ({ dataset, generation, now: now.get(dataset) ?? null })),
    others,
    evidence,
    rows,
    differs,
  };
}
