import { useEffect } from 'react';
import { useCommands } from '../../ui/keys/commands.tsx';
import { commandOf } from '../../ui/keys/key-map.ts';

/** Turns key presses into commands; a key that nothing answers keeps its usual meaning. */
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

/** Menus and popovers. Dialogs hear Escape from everywhere themselves. */
const layers = '.mantine-Menu-dropdown, .mantine-Popover-dropdown';

/**
 * Escape closes the menu or popover opened last though it has not the focus: it takes it a moment after it is seen, and loses it where
 * the item that had it is gone. A dialog that opened over it and has the focus goes first.
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

/** Whether the focus is in a dialog that did not open this. */
function isUnderDialog(layer: Element): boolean {
  const dialog = document.activeElement?.closest('[role=dialog]');
  if (dialog === null || dialog === undefined) return false;
  const opener = document.querySelector(`[aria-controls="${CSS.escape(layer.id)}"]`);
  return opener === null || !dialog.contains(opener);
}
