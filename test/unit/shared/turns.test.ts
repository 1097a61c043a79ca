import { expect, test } from 'vitest';
import { createTurns } from '../../../src/shared/turns.ts';

test('work waits for all work that was requested before it', async () => {
  const inTurn = createTurns();
  const seen: string[] = [];
  const slow = Promise.withResolvers<undefined>();
  const first = inTurn(async () => {
    await slow.promise;
    seen.push('first');
  });
  const second = inTurn(async () => Promise.resolve(seen.push('second')));
  slow.resolve(undefined);
  await Promise.all([first, second]);
  expect(seen).toEqual(['first', 'second']);
});

test('a failure rejects only its own work, and the next work runs', async () => {
  const inTurn = createTurns();
  const failing = inTurn(() => Promise.reject(new Error('no')));
  const next = inTurn(() => Promise.resolve('yes'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
