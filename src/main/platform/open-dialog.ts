import { dialog, type BrowserWindow, type FileFilter } from 'electron';

/** Asks for a file that is there; its path, or null where the dialog was cancelled. */
export async function askForFile(window: BrowserWindow | null, filters: FileFilter[], title?: string): Promise<string | null> {
  const options = { ...(title === undefined ? {} : { title }), properties: ['openFile' as const], filters };
  const { canceled, filePaths } = await (window === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(window, options));
  return canceled ? null : (filePaths[0] ?? null);
}

/** Asks for a folder, which may be made in the dialog; its path, or null where the dialog was cancelled. */
export async function askForFolder(window: BrowserWindow | null, title: string): Promise<string | null> {
  const options = { title, properties: ['openDirectory' as const, 'createDirectory' as const] };
  const { canceled, filePaths } = await (window === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(window, options));
  return canceled ? null : (filePaths[0] ?? null);
}
