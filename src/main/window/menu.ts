import { Menu, type WebContents } from 'electron';
import { contextMenu, menuBar, type MenuActions } from './menu-template.ts';

export function setMenuBar(actions: MenuActions): void {
  const bar = menuBar(process.platform, actions);
  Menu.setApplicationMenu(bar === null ? null : Menu.buildFromTemplate(bar));
}

/** Shows a context menu for right clicks that the page does not handle. */
export function offerContextMenu(contents: WebContents): void {
  contents.on('context-menu', (_event, asked) => {
    const items = contextMenu(asked);
    if (items !== null) Menu.buildFromTemplate([...items]).popup();
  });
}
