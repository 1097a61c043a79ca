import { Menu, type WebContents } from 'electron';
import { contextMenu, menuBar, type MenuActions } from './menu-template.ts';

/** Sets the menu bar of the application. */
export function setMenuBar(actions: MenuActions): void {
  const bar = menuBar(process.platform, actions);
  Menu.setApplicationMenu(bar === null ? null : Menu.buildFromTemplate(bar));
}

/** Answers right clicks that the page leaves alone. */
export function offerContextMenu(contents: WebContents): void {
  contents.on('context-menu', (_event, asked) => {
    const items = contextMenu(asked);
    if (items !== null) Menu.buildFromTemplate([...items]).popup();
  });
}
