import { dialog, type BrowserWindow, type FileFilter } from 'electron';

/** Asks for an existing file. Returns its path, or null if the dialog was cancelled. */
export async function askForFile(window: BrowserWindow | null, filters: FileFilter[], title?: string): Promise<string | null> {
  const options = { ...(title === undefined ? {} : { title }), properties: ['openFile' as const], filters };
  const { canceled, filePaths } = await (window === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(window, options));
  return canceled ? null : (filePaths[0] ?? null);
}

/** Asks for a folder, which can be created in the dialog. Returns its path, or null if the dialog was cancelled. */
export async function askForFolder(window: BrowserWindow | null, title: string): Promise<string | null> {
  const options = { title, properties: ['openDirectory' as const, 'createDirectory' as const] };
  const { canceled, filePaths } = await (window === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(window, options));
  return canceled ? null : (filePaths[0] ?? null);
}
