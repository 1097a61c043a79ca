import { useEffect } from 'react';
import { useCommands } from '../../ui/keys/commands.tsx';
import { commandOf } from '../../ui/keys/key-map.ts';

/** Turns key presses into commands. A key without a registered command keeps its default action. */
export function Keyboard(): null {
  const { run } = useCommands();
  useEscapeToLayer();
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      const command = commandOf(event);
      if (command !== null && !event.defaultPrevented && run(command)) event.preventDefault();
    };
    window.addEventListener('keydown', hear);
    return () => {
      window.removeEventListener('keydown', hear);
    };
  }, [run]);
  return null;
}

/** Menus and popovers. Dialogs handle Escape themselves, wherever the focus is. */
const layers = '.mantine-Menu-dropdown, .mantine-Popover-dropdown';

/**
 * Makes Escape close the menu or popover opened last even if it does not have the focus: it gets the focus a moment after it appears, and
 * loses it if the focused item is removed. A focused dialog that opened above it is closed first.
 */
function useEscapeToLayer(): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing) return;
      const layer = [...document.querySelectorAll(layers)].at(-1);
      if (layer === undefined || event.target === layer || layer.contains(document.activeElement) || isUnderDialog(layer)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      layer.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    };
    window.addEventListener('keydown', hear, { capture: true });
    return () => {
      window.removeEventListener('keydown', hear, { capture: true });
    };
  }, []);
}

/** Whether the focus is in a dialog that did not open this layer. */
function isUnderDialog(layer: Element): boolean {
  const dialog = document.activeElement?.closest('[role=dialog]');
  if (dialog === null || dialog === undefined) return false;
  const opener = document.querySelector(`[aria-controls="${CSS.escape(layer.id)}"]`);
  return opener === null || !dialog.contains(opener);
}
