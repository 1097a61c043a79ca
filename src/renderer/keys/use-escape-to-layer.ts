import { useEffect } from 'react';

/** Menus and popovers; dialogs hear Escape from everywhere themselves. */
const layers = '.mantine-Menu-dropdown, .mantine-Popover-dropdown';

/**
 * Escape closes the menu or popover opened last, wherever the focus is: it takes the focus a moment after it is seen,
 * and loses it where the item that had it is gone.
 */
export function useEscapeToLayer(): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing) return;
      const layer = [...document.querySelectorAll(layers)].at(-1);
      if (layer === undefined || layer.contains(document.activeElement) || event.target === layer) return;
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
