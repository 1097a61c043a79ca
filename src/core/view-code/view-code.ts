import { AppError } from '../../shared/errors.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { inSnapshot } from '../query/snapshot.ts';
import { currentGeneration } from '../store/database/seal.ts';
import { asOfOf } from '../store/database/status.ts';
import { headLines } from './head-lines.ts';
import { pythonCode } from './python-code.ts';
import { rCode } from './r-code.ts';
import { sqlCode } from './sql-code.ts';
import { readView, type AskedView } from './view.ts';
import { digestView, fewestDigested } from './view-digest.ts';
import { longestCode, type CodeFile, type CodeLanguage } from '../../shared/calls/view-code.ts';

export interface AskedCode extends AskedView {
  readonly language: CodeLanguage;
  readonly file: CodeFile;
}

export interface ViewCode {
  readonly rows: number;
  readonly text: string;
}

const writers = { python: pythonCode, r: rCode, sql: sqlCode } as const;

/**
 * Returns the view as code that reads an export of the whole dataset, up to the data cut-off in force, and either returns the same rows or
 * stops. `fewest`: rows from which on it compares their digest. Throws USAGE for anything the declaration does not know, LIMIT if it names too many subjects or records.
 */
export function writeViewCode(study: StudyReader, { language, file, ...asked }: AskedCode, fewest = fewestDigested): ViewCode {
  return inSnapshot(study, () => {
    const view = readView(asked);
    const digest = digestView(study, asked, view, fewest);
    const origin = {
      ...{ study: study.study, generation: currentGeneration(study), asOf: asOfOf(study, view.dataset.name) },
      cutOff: study.cutOff ?? null,
    };
    const text = writers[language](view, file, headLines(view, file, origin, digest), digest);
    if (text.length > longestCode)
      throw new AppError('LIMIT', 'The filter names too many subjects or records for code. Export the visible rows instead.');
    return { rows: digest.rows, text };
  });
}
