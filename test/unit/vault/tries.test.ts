import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  delayAfter,
  forgetTries,
  readTries,
  recordFailure,
  secondsToWait,
  settleTries,
  triesPath,
} from '../../../src/core/vault/keys/tries.ts';
import { failedTries } from '../../../src/core/vault/audit/failed-tries.ts';
import { temporaryFolders } from './folder.ts';

describe('the delay after wrong passphrases', () => {
  test.each([
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 5],
    [4, 10],
    [5, 20],
    [10, 640],
    [11, 900],
    [1000, 900],
  ])('after %i failures it is %i seconds', (failures, seconds) => {
    expect(delayAfter(failures)).toBe(seconds);
  });

  test('rounds the remaining time up to whole seconds', () => {
    expect(secondsToWait({ failures: 3, last: 10_000 }, 10_000)).toBe(5);
    expect(secondsToWait({ failures: 3, last: 10_000 }, 14_999)).toBe(1);
    expect(secondsToWait({ failures: 3, last: 10_000 }, 15_000)).toBe(0);
  });

  test('is not extended by a clock that was set back', () => {
    expect(secondsToWait({ failures: 3, last: 9_000_000 }, 0)).toBe(5);
  });
});

describe('the tries of a data folder', () => {
  const folder = temporaryFolders();

  test('with a time that no date can have do not prevent an unlock, and are not free again', () => {
    const dir = folder();
    writeFileSync(triesPath(dir), JSON.stringify({ failures: 1, last: 9e15 }));
    expect(failedTries(dir)).toEqual([{ kind: 'unlock-failed', times: 3, last: '1970-01-01T00:00:00.000Z' }]);
  });

  test('are counted on disk until they are forgotten', () => {
    const dir = folder();
    expect(readTries(dir)).toEqual({ failures: 0, last: 0 });
    recordFailure(dir, 1000);
    recordFailure(dir, 2000);
    expect(readTries(dir)).toEqual({ failures: 2, last: 2000 });
    forgetTries(dir);
    expect(readTries(dir).failures).toBe(0);
  });

  // The delay used to restart at every check until the clock had caught up, which locked everyone out for a day.
  test('restart the delay once after the clock was set back', () => {
    const dir = folder();
    const day = 86_400_000;
    for (let failures = 0; failures < 4; failures++) recordFailure(dir, 2 * day);
    expect(secondsToWait(settleTries(dir, day), day)).toBe(10);
    expect(secondsToWait(settleTries(dir, day + 4000), day + 4000)).toBe(6);
    expect(secondsToWait(settleTries(dir, day + 10_000), day + 10_000)).toBe(0);
    expect(readTries(dir).failures).toBe(4);
  });

  test('are not given back by a damaged file', () => {
    const dir = folder();
    writeFileSync(triesPath(dir), '{"failures":');
    expect(readTries(dir).failures).toBe(3);
    recordFailure(dir, 5000);
    expect(secondsToWait(readTries(dir), 5000)).toBe(10);
  });
});
