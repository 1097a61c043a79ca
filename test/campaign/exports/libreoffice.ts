import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../../scripts/runtime/command.ts';

/** Whether LibreOffice is installed. */
export function hasLibreOffice(): boolean {
  return spawnSync('soffice', ['--version']).status === 0;
}

export interface ConvertedSheets {
  /** One CSV file per sheet. */
  readonly files: readonly string[];
  readonly remove: () => void;
}

/**
 * Opens a workbook in LibreOffice, without a window, and saves its sheets as CSV (those whose file name matches `names`): comma, UTF-8,
 * only texts in quotes, cells as shown, formulas as formulas.
 */
export async function convertSheets(workbook: string, names: RegExp): Promise<ConvertedSheets> {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-office-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,false,true,true,false,-1';
    await runCommand('soffice', [
      `-env:UserInstallation=file://${join(folder, 'profile')}`,
      '--headless',
      '--convert-to',
      filter,
      '--outdir',
      folder,
      workbook,
    ]);
    const files = readdirSync(folder)
      .filter((name) => names.test(name))
      .map((name) => join(folder, name));
    return { files, remove };
  } catch (error: unknown) {
    remove();
    throw error;
  }
}
