import type { MenuItemConstructorOptions } from 'electron';

/** What an item of the menu does that no role of Electron's does. */
export interface MenuActions {
  readonly lock: () => void;
}

/**
 * The menu bar of a Mac, whose keys for copying and pasting work through it alone; null: none elsewhere. It holds no reload and no
 * developer tools.
 */
export function menuBar(platform: NodeJS.Platform, { lock }: MenuActions): MenuItemConstructorOptions[] | null {
  if (platform !== 'darwin') return null;
  return [
    {
      role: 'appMenu',
      submenu: [
        { role: 'about' },
        { type: 'separator' },
        // The page hears the key itself, and asks first where work is under way.
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

/** What a right click in the page offers: the usual items in a field, copying where text is marked; null: nothing. */
export function contextMenu({ isEditable, selectionText }: { readonly isEditable: boolean; readonly selectionText: string }) {
  if (isEditable) return [{ role: 'cut' }, { role: 'copy' }, { role: 'paste' }, { type: 'separator' }, { role: 'selectAll' }] as const;
  return selectionText === '' ? null : ([{ role: 'copy' }] as const);
}
