import { expect, test } from 'vitest';
import { createLock } from '../../../src/main/engines/lock.ts';

interface Stood {
  readonly isOpen?: boolean;
  readonly isOpening?: boolean;
  readonly isChanging?: boolean;
}

/** The steps of a lock, in order, requested once or several times. */
async function steps({ isOpen = false, isOpening = false, isChanging = false }: Stood, times = 1): Promise<readonly string[]> {
  const done: string[] = [];
  const step = (name: string) => async (): Promise<void> => {
    done.push(name);
  };
  const { lock } = createLock({
    session: { isOpen, isOpening },
    window: { clear: step('clear'), renew: step('renew') },
    idleMinutes: () => 10,
    isChanging: () => isChanging,
    close: step('close'),
  });
  await Promise.all(Array.from({ length: times }, () => lock('computer')));
  return done;
}

const whole = ['clear', 'close', 'renew'];

test('a lock clears the window, closes the session and shows the locked page, once however often it is requested', async () => {
  expect(await steps({ isOpen: true })).toEqual(whole);
  expect(await steps({ isOpen: true }, 3)).toEqual(whole);
});

test('a lock is not lost if requested while Carrel is being opened or its keys change', async () => {
  expect(await steps({ isOpening: true })).toEqual(whole);
  expect(await steps({ isChanging: true })).toEqual(whole);
});

test('a lock does nothing while Carrel is locked', async () => {
  expect(await steps({})).toEqual([]);
});
