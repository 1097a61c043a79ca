import type { Command } from './commands.tsx';

export interface KeyHelp {
  readonly keys: readonly string[];
  readonly does: string;
}

const mac = navigator.userAgent.includes('Mac');

/** The name of the modifier on this computer. */
export const mod = mac ? '⌘' : 'Ctrl';

const commandKeys: Readonly<Record<string, Command>> = { k: 'palette', f: 'search', e: 'export', r: 'sync', l: 'lock' };

/** The command of a key press; null where the key means nothing here, or is being typed. */
export function commandOf(event: KeyboardEvent): Command | null {
  const held = mac ? event.metaKey : event.ctrlKey;
  if (held && !event.altKey && !event.shiftKey) return commandKeys[event.key.toLowerCase()] ?? null;
  return event.key === '?' && !isTyping(event.target) ? 'help' : null;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));
}

export const keyHelp: readonly { readonly title: string; readonly keys: readonly KeyHelp[] }[] = [
  {
    title: 'Anywhere',
    keys: [
      { keys: [mod, 'K'], does: 'Find a place, study or action' },
      { keys: [mod, 'R'], does: 'Sync this study, or all studies' },
      { keys: [mod, 'L'], does: 'Lock' },
      { keys: ['?'], does: 'Show these keys' },
      { keys: ['Esc'], does: 'Close what is open' },
    ],
  },
  {
    title: 'In a table',
    keys: [
      { keys: [mod, 'F'], does: 'Search all text' },
      { keys: [mod, 'E'], does: 'Export' },
      { keys: ['↑', '↓', '←', '→'], does: 'Move from cell to cell' },
      { keys: ['Space'], does: 'Choose the row' },
      { keys: [mod, 'A'], does: 'Choose all rows of the filter' },
      { keys: [mod, 'C'], does: 'Copy the chosen rows with headers, or one cell' },
      { keys: ['Enter'], does: 'Open the record; on a header its summary' },
      { keys: ['Shift', 'Enter'], does: 'On a header: sort by it as well' },
      { keys: ['Alt', '↑', '↓'], does: 'In a record: the one before, the next' },
    ],
  },
];
