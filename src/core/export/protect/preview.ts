import { randomBytes } from 'node:crypto';
import type { ExportPreview } from '../../../shared/calls/export.ts';
import { datasets } from '../../../shared/datasets/datasets.ts';
import type { HeaderVocabulary } from '../../../shared/datasets/declaration.ts';
import { headerOf } from '../../../shared/datasets/headers.ts';
import { treatmentOf } from '../../../shared/protection.ts';
import type { AllowedTexts, Anchor } from '../../../shared/protection-schemas.ts';
import { compileSelection } from '../../query/compile.ts';
import { sqlRecords } from '../../query/tables.ts';
import { inSnapshot } from '../../query/snapshot.ts';
import type { StudyReader } from '../../query/study-directory.ts';
import { checkPlan, type ExportPart } from '../export-plan.ts';
import { leadingCells, type ExportTable } from '../export-table.ts';
import { listText } from '../../extract/stored-list.ts';
import type { Anchors } from '../../views/anchors.ts';
import { mostShown, previewTexts } from './preview-texts.ts';
import { askedColumns, protectedColumn, splitColumns } from './protected-columns.ts';
import { protectStudy } from './protected-table.ts';

/** The request for a preview; its pseudonyms are made up for this call and belong to no recipient. */
interface PreviewAsked {
  readonly part: ExportPart;
  readonly allowed: AllowedTexts;
  readonly anchor: Anchor;
  readonly vocabulary: HeaderVocabulary;
  /** Maximum number of texts to return; by default as many as a screen shows. */
  readonly mostTexts?: number;
}

/**
 * Shows how each requested column is treated, and up to `most` rows as they would be exported, with pseudonyms of no recipient. Nothing is
 * written or kept. Throws USAGE like the export.
 */
export function previewExport(
  study: StudyReader,
  { part, anchor, vocabulary, allowed, mostTexts = mostShown }: PreviewAsked,
  most: number,
): ExportPreview {
  const reported = { recipient: 'nobody', anchor };
  checkPlan({ parts: [part], format: 'csv', zip: null, protection: reported });
  const dataset = datasets[part.selection.dataset];
  return inSnapshot(study, () => {
    const guard = protectStudy(study, { ...reported, salt: randomBytes(32) }, allowed);
    return {
      columns: askedColumns(dataset, part.columns).map((column) => {
        const { treatment, reason } = treatmentOf(column);
        const leaving = treatment === 'dropped' ? column : protectedColumn(column, reported);
        return { name: column.name, heading: headerOf(leaving, vocabulary), treatment, reason };
      }),
      sample: most === 0 ? [] : textsOf(guard.sample(part, most)),
      ...countRows(study, part, guard.anchors),
      ...previewTexts(
        study,
        { dataset, columns: splitColumns(dataset, part.columns).leaving, selection: part.selection, vocabulary },
        { texts: guard.texts, most: mostTexts },
      ),
    };
  });
}

function textsOf(table: ExportTable): string[][] {
  return [...table.pages()].flat().map((row) =>
    table.columns.map(({ kind }, at) => {
      const cell = row[at + leadingCells] ?? null;
      if (cell === null) return '';
      return kind === 'list' ? listText(String(cell)) : String(cell);
    }),
  );
}

/** Counts rows, subjects, and subjects without a date to count days from. */
function countRows({ db }: StudyReader, { selection }: ExportPart, anchors: Anchors): Pick<ExportPreview, 'rows' | 'subjects' | 'undated'> {
  const dataset = datasets[selection.dataset];
  const where = compileSelection(dataset, selection);
  const subjects = db
    .prepare<unknown[], [string | null, number]>(
      `SELECT "subject", count(*) FROM ${sqlRecords(dataset, [])} WHERE ${where.text} GROUP BY "subject"`,
    )
    .raw()
    .all(...where.values);
  return {
    rows: subjects.reduce((sum, [, rows]) => sum + rows, 0),
    subjects: subjects.length,
    undated: subjects.filter(([subject]) => subject === null || !anchors.has(subject)).length,
  };
}
