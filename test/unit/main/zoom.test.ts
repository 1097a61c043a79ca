import { EventEmitter } from 'node:events';
import type { WebContents } from 'electron';
import { beforeEach, describe, expect, test } from 'vitest';
import { offerZoom } from '../../../src/main/window/zoom.ts';

/** A page whose size can be changed. Chromium returns a factor with a rounding error. */
class Page extends EventEmitter {
  factor = 1;

  getZoomFactor(): number {
    return this.factor * 1.000_000_01;
  }
  setZoomFactor(factor: number): void {
    this.factor = factor;
  }

  /** Presses a key; returns whether the page does not get it. */
  press(key: string, held: Readonly<Record<string, unknown>> = { control: true }): boolean {
    let prevented = false;
    const event = { preventDefault: () => (prevented = true) };
    this.emit('before-input-event', event, { type: 'keyDown', key, control: false, meta: false, alt: false, ...held });
    return prevented;
  }
}

let page: Page;
beforeEach(() => {
  page = new Page();
  offerZoom(page as unknown as WebContents, 'linux');
});

describe('the size of the page', () => {
  test('grows and shrinks in the steps of a browser, and returns to normal', () => {
    const sizes = ['+', '=', '+', '-', '_', '-', '-', '0'].map((key) => [page.press(key), page.factor]);
    expect(sizes).toEqual([1.1, 1.25, 1.5, 1.25, 1.1, 1, 0.9, 1].map((factor) => [true, factor]));
  });

  test('is at least half and at most double', () => {
    for (let times = 0; times < 20; times++) page.press('+');
    expect(page.factor).toBe(2);
    for (let times = 0; times < 20; times++) page.press('-');
    expect(page.factor).toBe(0.5);
  });

  test('follows Ctrl with the mouse wheel', () => {
    page.emit('zoom-changed', {}, 'in');
    expect(page.factor).toBe(1.1);
    page.emit('zoom-changed', {}, 'out');
    expect(page.factor).toBe(1);
  });

  test.each([
    ['+', {}],
    ['0', { control: true, alt: true }],
    ['0', { meta: true }],
    ['0', { control: true, type: 'keyUp' }],
    ['k', { control: true }],
    ['toString', { control: true }],
  ])('is left alone by %s with %j, which the page gets', (key, held) => {
    page.factor = 1.5;
    expect([page.press(key, held), page.factor]).toEqual([false, 1.5]);
  });

  test('follows the command key on macOS', () => {
    const mac = new Page();
    offerZoom(mac as unknown as WebContents, 'darwin');
    expect([mac.press('+', { meta: true }), mac.press('+')]).toEqual([true, false]);
    expect(mac.factor).toBe(1.1);
  });
});
