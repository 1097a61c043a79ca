import { resolve } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { answerOffer, appOrigin, type ReceivingWindow, type SendingFrame } from '../../../src/main/platform/sender.ts';
import { AppError } from '../../../src/shared/errors.ts';

const frame: SendingFrame = { origin: appOrigin };
const window: ReceivingWindow = { isDestroyed: () => false, webContents: { mainFrame: frame } };
const path = resolve('labs.csv');
const taken = { name: 'labs.csv', isSitePack: false };

describe('a dropped file', () => {
  test('is taken from our own page, by the path that the preload script found', () => {
    const offer = vi.fn(() => taken);
    expect(answerOffer(frame, window, offer, path)).toEqual({ ok: true, value: taken });
    expect(offer).toHaveBeenCalledWith(path);
  });

  test.each([
    ['another frame', { origin: appOrigin }, window],
    ['a frame that is gone', null, window],
    ['no window', frame, null],
    ['another origin', { origin: 'https://ui' }, window],
  ])('is refused from %s', (_what, sender, receiver) => {
    const offer = vi.fn(() => taken);
    expect(answerOffer(sender, receiver, offer, path)).toMatchObject({ ok: false, error: { category: 'SECURITY' } });
    expect(offer).not.toHaveBeenCalled();
  });

  test.each([['', 'labs.csv', '../labs.csv', `${path}\0`, `${path}${'x'.repeat(70_000)}`, null, undefined, 7, { path }, [path]]].flat())(
    'without a path of this computer is none: %j',
    (wrong) => {
      const offer = vi.fn(() => taken);
      expect(answerOffer(frame, window, offer, wrong)).toMatchObject({ ok: false, error: { category: 'USAGE' } });
      expect(offer).not.toHaveBeenCalled();
    },
  );

  test('that cannot be taken is told why', () => {
    const offer = (): never => {
      throw new AppError('LOCKED', 'Carrel is locked.');
    };
    expect(answerOffer(frame, window, offer, path)).toEqual({ ok: false, error: { category: 'LOCKED', message: 'Carrel is locked.' } });
  });
});
