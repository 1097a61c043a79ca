import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import { boundsWithin, smallestSize, type WindowPlace } from './window-size.ts';

/** Surface colours of the design tokens, so that the first frame has the right colour. */
const background = { light: '#F3F5F6', dark: '#0F1418' } as const;

/** Creates the only window, where it was at its last close. It is shown when its first frame is drawn. */
export function createWindow(partition: string, place: WindowPlace | null): BrowserWindow {
  const window = new BrowserWindow({
    ...boundsWithin(
      place,
      screen.getAllDisplays().map(({ workArea }) => workArea),
      screen.getPrimaryDisplay().workAreaSize,
    ),
    minWidth: smallestSize.width,
    minHeight: smallestSize.height,
    show: false,
    title: 'Carrel',
    icon: join(import.meta.dirname, '../../resources/icon.png'),
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? background.dark : background.light,
    webPreferences: {
      preload: join(import.meta.dirname, '../preload/preload.cjs'),
      partition,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      spellcheck: false,
      webviewTag: false,
      devTools: !app.isPackaged,
    },
  });
  window.once('ready-to-show', () => {
    if (place?.isMaximized === true) window.maximize();
    window.show();
  });
  return window;
}
