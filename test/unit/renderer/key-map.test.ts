import { expect, test, vi } from 'vitest';
import { isWriting } from '../../../src/renderer/ui/keys/key-map.ts';

class Field extends EventTarget {
  readonly isContentEditable = false;
  readonly type = 'text';
  readonly tagName: string;
  readonly value: string;

  constructor(tagName: string, value: string) {
    super();
    this.tagName = tagName;
    this.value = value;
  }
}
class Area extends Field {}
class Line extends Field {}

test('a key must not discard a text that is being written, but leaves an empty field', () => {
  vi.stubGlobal('HTMLElement', Field);
  vi.stubGlobal('HTMLTextAreaElement', Area);
  vi.stubGlobal('HTMLInputElement', Line);
  expect(isWriting(new Area('TEXTAREA', 'Ask the site'))).toBe(true);
  expect(isWriting(new Area('TEXTAREA', ''))).toBe(false);
  expect(isWriting(new Field('BUTTON', 'x'))).toBe(false);
  expect(isWriting(null)).toBe(false);
  vi.unstubAllGlobals();
});
