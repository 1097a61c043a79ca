import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, test, vi } from 'vitest';
import { contextMenu, menuBar } from '../../../src/main/window/menu-template.ts';

const rolesOf = (items: readonly MenuItemConstructorOptions[]): readonly (string | undefined)[] =>
  items.flatMap(({ role, submenu }) => [role, ...(Array.isArray(submenu) ? rolesOf(submenu) : [])]);

describe('the menu bar', () => {
  test('of a Mac can copy, paste, lock and quit, and has no developer items', () => {
    const lock = vi.fn();
    const bar = menuBar('darwin', { lock }) ?? [];
    const roles = rolesOf(bar);
    for (const role of ['cut', 'copy', 'paste', 'selectAll', 'undo', 'redo', 'quit', 'hide', 'minimize']) expect(roles).toContain(role);
    for (const role of ['reload', 'forceReload', 'toggleDevTools', 'viewMenu', 'services']) expect(roles).not.toContain(role);
    const [first] = bar;
    const item = Array.isArray(first?.submenu) ? first.submenu.find(({ label }) => label === 'Lock') : undefined;
    item?.click?.(...([] as unknown as Parameters<NonNullable<typeof item.click>>));
    expect(lock).toHaveBeenCalledOnce();
  });

  test.each(['linux', 'win32'] as const)('does not exist on %s', (platform) => {
    expect(menuBar(platform, { lock: () => undefined })).toBeNull();
  });
});

describe('a right click', () => {
  test.each([
    ['in a field', { isEditable: true, selectionText: '' }, ['cut', 'copy', 'paste', 'selectAll']],
    ['on selected text', { isEditable: false, selectionText: 'PT-1' }, ['copy']],
    ['anywhere else', { isEditable: false, selectionText: '' }, null],
  ])('%s', (_where, asked, roles) => {
    const items = contextMenu(asked);
    expect(items === null ? null : items.flatMap((item) => ('role' in item ? [item.role] : []))).toEqual(roles);
  });
});
