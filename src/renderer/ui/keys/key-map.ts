import type { Command } from './commands.tsx';

export interface KeyHelp {
  readonly keys: readonly string[];
  readonly does: string;
}

const mac = navigator.userAgent.includes('Mac');

/** Label of the modifier key on this system. */
export const mod = mac ? '⌘' : 'Ctrl';

const commandKeys: Readonly<Record<string, Command>> = { k: 'palette', f: 'search', e: 'export', r: 'sync', l: 'lock' };

const altKeys: Readonly<Record<string, Command>> = { ArrowLeft: 'previous-subject', ArrowRight: 'next-subject' };

/** The command of a key press; null if there is none or the key is typed as text. */
export function commandOf(event: KeyboardEvent): Command | null {
  if (event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey && !isTyping(event.target)) return altKeys[event.key] ?? null;
  const held = mac ? event.metaKey : event.ctrlKey;
  if (held && !event.altKey && !event.shiftKey) return commandKeys[event.key.toLowerCase()] ?? null;
  return event.key === '?' && !isTyping(event.target) ? 'help' : null;
}

export const keyHelp: readonly { readonly title: string; readonly keys: readonly KeyHelp[] }[] = [
  {
    title: 'Anywhere',
    keys: [
      { keys: [mod, 'K'], does: 'Find a place, subject, study or action' },
      { keys: [mod, 'R'], does: 'Sync this study, or all studies' },
      { keys: [mod, 'L'], does: 'Lock' },
      { keys: [mod, '+'], does: 'Larger; with − smaller, with 0 normal size' },
      { keys: ['?'], does: 'Show these keys' },
      { keys: ['Esc'], does: 'Close what is open' },
    ],
  },
  {
    title: 'On the page of a subject',
    keys: [
      { keys: ['Alt', '←', '→'], does: 'Previous or next subject in the filter' },
      { keys: ['←', '→'], does: 'On the time axis: previous or next day' },
      { keys: ['PgUp', 'PgDn'], does: 'On the time axis: five days with records at a time' },
      { keys: ['Home', 'End'], does: 'On the time axis: first or last day' },
      { keys: ['Shift', '←', '→'], does: 'On the time axis: select dates; Enter shows only these' },
    ],
  },
  {
    title: 'In a table',
    keys: [
      { keys: [mod, 'F'], does: 'Search all text' },
      { keys: [mod, 'E'], does: 'Export' },
      { keys: ['↑', '↓', '←', '→'], does: 'Move from cell to cell' },
      { keys: ['Space'], does: 'Select the row' },
      { keys: [mod, 'A'], does: 'Select all filtered rows' },
      { keys: [mod, 'C'], does: 'Copy the selected rows with headers, or one cell' },
      { keys: ['Enter'], does: 'Open the record; on a header, its summary' },
      { keys: ['Shift', 'Enter'], does: 'On a header: sort by it as well' },
      { keys: ['Alt', '↑', '↓'], does: 'In a record: previous or next record' },
    ],
  },
  {
    title: 'In a chart',
    keys: [
      { keys: ['↑', '↓', '←', '→'], does: 'Move from mark to mark and read it' },
      { keys: ['Home', 'End'], does: 'First or last mark of the row' },
      { keys: ['Shift', '←', '→'], does: 'Extend the selection of subjects' },
      { keys: ['Space'], does: 'Select or deselect this subject' },
      { keys: ['Enter'], does: 'Open the rows behind the mark' },
      { keys: ['Esc'], does: 'Clear selection' },
    ],
  },
  {
    title: 'In the matrix of visits',
    keys: [
      { keys: ['↑', '↓', '←', '→'], does: 'Move from visit to visit' },
      { keys: ['PgUp', 'PgDn'], does: 'Twenty subjects at a time' },
      { keys: ['Enter'], does: 'Open the rows; on a subject, the subject page' },
    ],
  },
  {
    title: 'In issues and notes',
    keys: [
      { keys: ['Space'], does: 'On an issue: mark as looked at, or remove the mark' },
      { keys: [mod, 'Enter'], does: 'In a note: save it' },
    ],
  },
];

/** Input types that take no text, so that keys keep their commands in them. */
const withoutText = new Set(['checkbox', 'radio', 'button', 'range', 'file']);

/** Whether a key pressed on this target is text input rather than a command. */
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !withoutText.has(target.type);
  return target instanceof HTMLElement && (target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName));
}

/** Whether a text is being written in this target, which a key such as Escape must not discard. */
export function isWriting(target: EventTarget | null): boolean {
  return isTyping(target) && (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) || target.value !== '');
}
