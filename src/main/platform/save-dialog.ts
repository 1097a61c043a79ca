import { basename, join } from 'node:path';
import { app, dialog, type BrowserWindow } from 'electron';

/** Asks where to save a file. Returns its path, or null if the dialog was cancelled. The window can only suggest a name. */
export async function askForPath(window: BrowserWindow | null, suggestedName: string): Promise<string | null> {
  const options = {
    defaultPath: inDownloads(basename(suggestedName)),
    properties: ['createDirectory' as const, 'showOverwriteConfirmation' as const],
  };
  const { canceled, filePath } = await (window === null ? dialog.showSaveDialog(options) : dialog.showSaveDialog(window, options));
  return canceled || filePath === '' ? null : filePath;
}

/** Electron throws if the folder for downloads is on a share that cannot be reached. The system then chooses where the dialog begins. */
function inDownloads(name: string): string {
  try {
    return join(app.getPath('downloads'), name);
  } catch {
    return name;
  }
}
