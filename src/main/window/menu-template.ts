import type { MenuItemConstructorOptions } from 'electron';

/** Menu actions that no Electron role covers. */
export interface MenuActions {
  readonly lock: () => void;
}

/**
 * Returns the menu bar on macOS, where the copy and paste keys work only through it, and null elsewhere. It has no items for reloading
 * or for the developer tools.
 */
export function menuBar(platform: NodeJS.Platform, { lock }: MenuActions): MenuItemConstructorOptions[] | null {
  if (platform !== 'darwin') return null;
  return [
    {
      role: 'appMenu',
      submenu: [
        { role: 'about' },
        { type: 'separator' },
        // The page handles the key itself.
        { label: 'Lock', accelerator: 'Cmd+L', registerAccelerator: false, click: lock },
        { type: 'separator' },
        { role: 'hide' },
        { role: 'hideOthers' },
        { role: 'unhide' },
        { type: 'separator' },
        { role: 'quit' },
      ],
    },
    {
      role: 'editMenu',
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        { type: 'separator' },
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
      ],
    },
    {
      role: 'windowMenu',
      submenu: [{ role: 'minimize' }, { role: 'zoom' }, { role: 'togglefullscreen' }, { type: 'separator' }, { role: 'front' }],
    },
  ];
}

/** Returns the items for a right click: the usual ones in a field, Copy if text is selected, otherwise null. */
export function contextMenu({ isEditable, selectionText }: { readonly isEditable: boolean; readonly selectionText: string }) {
  if (isEditable) return [{ role: 'cut' }, { role: 'copy' }, { role: 'paste' }, { type: 'separator' }, { role: 'selectAll' }] as const;
  return selectionText === '' ? null : ([{ role: 'copy' }] as const);
}
