import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openLog } from '../../../src/main/platform/log-file.ts';
import { knownWords, type LogEvent } from '../../../src/shared/log-event.ts';
import { temporaryFolders } from '../vault/folder.ts';

describe('the log', () => {
  const folder = temporaryFolders();
  const file = (dir: string): string => join(dir, 'log', 'carrel.log');

  test('keeps events with their time, newest first, readable by its owner only', () => {
    const dir = folder();
    const log = openLog(dir, () => new Date('2026-11-20T12:00:00Z'));
    log.add({ event: 'opened', studies: 2 });
    log.add({ event: 'call-failed', call: 'vault.unlock', code: 'LOCKED' });
    expect(log.read(10)).toEqual([
      { at: '2026-11-20T12:00:00.000Z', entry: { event: 'call-failed', call: 'vault.unlock', code: 'LOCKED' } },
      { at: '2026-11-20T12:00:00.000Z', entry: { event: 'opened', studies: 2 } },
    ]);
    if (process.platform !== 'win32') {
      expect(statSync(file(dir)).mode & 0o777).toBe(0o600);
      expect(statSync(join(dir, 'log')).mode & 0o777).toBe(0o700);
    }
  });

  test('keeps a sync that found nothing new', () => {
    const log = openLog(folder());
    const nothingNew = { event: 'sync-ended', code: 'OK', datasets: 5, added: 0, changed: 0, vanished: 0 } as const;
    log.add(nothingNew);
    expect(log.read(10).map(({ entry }) => entry)).toEqual([nothingNew]);
  });

  test.runIf(process.platform === 'linux')('does not block on a pipe or write through a link to a file or device', () => {
    for (const put of [
      (path: string) => execFileSync('mkfifo', [path]),
      (path: string) => {
        symlinkSync('/dev/zero', path);
      },
      (path: string) => {
        writeFileSync(`${path}.other`, 'of somebody else');
        symlinkSync(`${path}.other`, path);
      },
    ]) {
      const dir = folder();
      mkdirSync(join(dir, 'log'));
      put(file(dir));
      const log = openLog(dir);
      log.add({ event: 'opened', studies: 2 });
      expect(log.read(10)).toEqual([]);
      if (existsSync(`${file(dir)}.other`)) expect(readFileSync(`${file(dir)}.other`, 'utf8')).toBe('of somebody else');
    }
  });

  const canary = 'CANARY-4711';
  test.each<[string, unknown]>([
    ['an unlisted event', { event: canary }],
    ['an additional field', { event: 'opened', studies: 1, study: canary }],
    ['a text instead of a number', { event: 'opened', studies: canary }],
    ['an unlisted code', { event: 'call-failed', call: 'rows.page', code: canary }],
    ['a call with more than a name', { event: 'call-failed', call: `rows.page ${canary}`, code: 'STORE' }],
    [
      'a version with more than digits',
      { event: 'started', version: `1.0.0-${canary}`, electron: '45.0.0', platform: 'linux', fallback: false },
    ],
    ['an unlisted reason', { event: 'page-gone', reason: canary }],
    ['an error with an arbitrary name', { event: 'failure', where: 'main', call: null, name: canary, at: [] }],
    ['an invalid position', { event: 'failure', where: 'main', call: null, name: 'TypeError', at: [`${canary}:1:2`] }],
    ['plain text', canary],
  ])('never takes %s', (_what, event) => {
    const dir = folder();
    openLog(dir).add(event as LogEvent);
    expect(existsSync(file(dir))).toBe(false);
  });

  test('reduces what the system or a library says to a known word', () => {
    expect(knownWords.gone(canary)).toBe('other');
    expect(knownWords.gone('oom')).toBe('oom');
    expect(knownWords.process(canary)).toBe('other');
  });

  test('shows no line that somebody else wrote into it', () => {
    const dir = folder();
    const log = openLog(dir);
    log.add({ event: 'locked' });
    appendFileSync(file(dir), `${canary}\n{"at":"2026-11-20T12:00:00Z","entry":{"event":"locked","says":"${canary}"}}\n`);
    expect(log.read(10)).toHaveLength(1);
  });

  test('is rotated when full, and drops the oldest part', () => {
    const dir = folder();
    const log = openLog(dir);
    mkdirSync(join(dir, 'log'));
    for (let turn = 0; turn < 4; turn++) {
      appendFileSync(file(dir), `${'x'.repeat(256 * 1024)}\n`);
      log.add({ event: 'opened', studies: turn });
    }
    expect(readdirSync(join(dir, 'log')).sort()).toEqual(['carrel.1.log', 'carrel.2.log']);
    expect(log.read(10).map(({ entry }) => entry)).toEqual([
      { event: 'opened', studies: 3 },
      { event: 'opened', studies: 2 },
    ]);
    log.add({ event: 'locked' });
    expect(readFileSync(file(dir), 'utf8').trim().split('\n')).toHaveLength(1);
  });
});
