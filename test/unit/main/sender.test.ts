import { resolve } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import {
  answerOffer,
  answerSender,
  appOrigin,
  isOurs,
  type ReceivingWindow,
  type SendingFrame,
} from '../../../src/main/platform/sender.ts';
import { AppError } from '../../../src/shared/errors.ts';

const frame: SendingFrame = { origin: appOrigin };
const window: ReceivingWindow = { isDestroyed: () => false, webContents: { mainFrame: frame } };
const elsewhere: SendingFrame = { origin: 'https://ui' };
const path = resolve('labs.csv');
const taken = { name: 'labs.csv', isSitePack: false };

/** Frames that are not the main frame of our own window with our own page, and windows that are not there. */
const foreign: readonly (readonly [string, SendingFrame | null, ReceivingWindow | null])[] = [
  ['another frame', { origin: appOrigin }, window],
  ['a frame that no longer exists', null, window],
  ['a frame that no longer exists in its window', null, { isDestroyed: () => false, webContents: { mainFrame: null as never } }],
  ['no window', frame, null],
  ['a window that was closed', frame, { ...window, isDestroyed: () => true }],
  ['another origin', elsewhere, { isDestroyed: () => false, webContents: { mainFrame: elsewhere } }],
];

describe('a call', () => {
  test.each(foreign)('from anyone else gets a SECURITY error: %s', async (_what, sender, receiver) => {
    expect(isOurs(sender, receiver)).toBe(false);
    const reply = await answerSender(sender, receiver, {} as never, { name: 'app.state', input: undefined });
    expect(reply).toMatchObject({ ok: false, error: { code: 'SECURITY' } });
  });
});

describe('a dropped file', () => {
  test('is accepted from our own page, by the path that the preload script found', () => {
    const offer = vi.fn(() => taken);
    expect(answerOffer(frame, window, offer, path)).toEqual({ ok: true, value: taken });
    expect(offer).toHaveBeenCalledWith(path);
  });

  test.each(foreign)('is refused from %s', (_what, sender, receiver) => {
    const offer = vi.fn(() => taken);
    expect(answerOffer(sender, receiver, offer, path)).toMatchObject({ ok: false, error: { code: 'SECURITY' } });
    expect(offer).not.toHaveBeenCalled();
  });

  test.each([['', 'labs.csv', '../labs.csv', `${path}\0`, `${path}${'x'.repeat(70_000)}`, null, undefined, 7, { path }, [path]]].flat())(
    'is refused without a valid local path: %j',
    (wrong) => {
      const offer = vi.fn(() => taken);
      expect(answerOffer(frame, window, offer, wrong)).toMatchObject({ ok: false, error: { code: 'USAGE' } });
      expect(offer).not.toHaveBeenCalled();
    },
  );

  test('that cannot be accepted is answered with the reason', () => {
    const offer = (): never => {
      throw new AppError('LOCKED', 'Carrel is locked.');
    };
    expect(answerOffer(frame, window, offer, path)).toEqual({ ok: false, error: { code: 'LOCKED', message: 'Carrel is locked.' } });
  });
});
