import { randomUUID } from 'node:crypto';
import type { SavedChart } from '../../shared/calls/save-figures.ts';
import { AppError, reportOf } from '../../shared/errors.ts';
import { packExpired } from '../../shared/site-pack.ts';
import { createAtomicFile } from '../platform/atomic-file.ts';
import type { ExportAsked } from './audit/audit-event.ts';
import type { Vault } from './vault.ts';

/** Throws USAGE if there is no such study, FORBIDDEN if it came in a site pack that has expired. */
export function assertFigureMayLeave(vault: Pick<Vault, 'study'>, study: string): void {
  const entry = vault.study(study);
  if (entry === null) throw new AppError('USAGE', 'This study is not in this data folder. Nothing was saved.');
  if (entry.sitePack?.expired === true) throw packExpired(study, entry.sitePack.expires);
}

/** What the trail records of a drawing or profile that leaves Carrel. */
export interface FigureInTrail extends Pick<SavedChart, 'study' | 'dataset' | 'generation' | 'meant' | 'rows' | 'columns'> {
  readonly format: 'png-chart' | 'svg-chart' | 'pdf-profile';
}

/**
 * Writes a figure's file, readable by its owner only. The trail records it before the file gets its name. Throws EXPORT if it cannot be
 * written; an earlier file is then unchanged.
 */
export function writeFigure(vault: Vault, path: string, figure: FigureInTrail, bytes: Buffer): void {
  const { study, dataset, format, generation, meant, rows, columns } = figure;
  const narrowed = meant !== null;
  const asked: ExportAsked = { id: randomUUID(), study, dataset, format, recipient: null, where: [], narrowed, generation };
  const noted = vault.exports.begin({ kind: 'export-begun', ...asked }, path);
  try {
    const file = createAtomicFile(path, true);
    try {
      file.write(bytes);
      const { sha256 } = file.finish();
      noted.written({ kind: 'export', ...asked, rows, columns, ...(meant === null ? {} : { subjects: meant }), sha256 }, file.part);
      file.commit();
    } finally {
      file.discard();
    }
    noted.ended();
  } catch (error: unknown) {
    noted.failed(reportOf(error).code);
    throw error;
  }
}
