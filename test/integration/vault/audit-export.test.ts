import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { AuditFilter } from '../../../src/shared/calls/audit.ts';
import { exportTrail } from '../../../src/core/vault/audit/audit-export.ts';
import { createVault, openVault } from '../../../src/core/vault/open-vault.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { readCsv } from '../../unit/export/rfc4180.ts';
import { temporaryFolders } from '../../unit/vault/folder.ts';
import { turningKeyStore as keyStore } from '../../unit/vault/key-store.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../docs/audit-trail.md'), 'utf8');
const program = /```js\n(.+?)```/s.exec(guide)?.[1] ?? '';
const source = (path: string): string => pathToFileURL(join(import.meta.dirname, '../../..', path)).href;
const everything: AuditFilter = { group: null, study: null, since: null, until: null, text: '' };

describe('exporting and listing the audit trail', () => {
  const folder = temporaryFolders();

  async function vaultWithTrail(): Promise<Vault> {
    const times = Array.from({ length: 60 }, (_, minute) => new Date(Date.UTC(2026, 10, 20, 12, minute)));
    const vault = await createVault(folder(), { passphrase: null, keyStore }, () => times.shift() ?? new Date());
    for (const study of ['22-001', '22-002 "é"\t\u2028']) vault.addStudy(study, { demo: false, provisional: false });
    vault.audit.append({ kind: 'setting-changed', name: 'sync.onStart', to: true });
    vault.audit.append({ kind: 'verified', findings: 0 });
    return vault;
  }

  const check = (path: string): string => {
    const script = join(folder(), 'check.mjs');
    writeFileSync(script, program);
    return execFileSync(process.execPath, [script, path], { encoding: 'utf8', stdio: 'pipe' });
  };

  test('the program in docs/audit-trail.md verifies a saved trail and detects tampering', async () => {
    const vault = await vaultWithTrail();
    const path = join(folder(), 'trail.ndjson');
    const { entries, head } = exportTrail(vault, path, 'ndjson', new Date());
    expect(check(path)).toContain(`Whole: 6 entries, head ${head}`);
    expect(entries).toBe(6);
    const lines = readFileSync(path, 'utf8').split('\n');
    const spoilt: readonly (readonly string[])[] = [
      lines.map((line) => line.replace('22-001', '22-009')),
      lines.toSpliced(3, 1),
      lines.toSpliced(5, 1),
      lines.toSpliced(2, 2, lines[3] ?? '', lines[2] ?? ''),
    ];
    for (const other of spoilt) {
      writeFileSync(path, other.join('\n'));
      expect(() => check(path)).toThrow(/does not follow|cut off/);
    }
    vault.close();
  });

  test('writes exactly the stored entries as CSV', async () => {
    const vault = await vaultWithTrail();
    const path = join(folder(), 'trail.csv');
    exportTrail(vault, path, 'csv', new Date());
    const [header, ...rows] = readCsv(readFileSync(path, 'utf8')).map((row) => row.map(({ text }) => text));
    expect(header).toEqual(['number', 'at', 'actor', 'event', 'hash']);
    expect(rows).toEqual(
      vault.audit
        .stored()
        .slice(0, 6)
        .map(({ number, at, actor, event, hash }) => [String(number), at, actor, event, hash.toString('hex')]),
    );
    vault.close();
  });

  test('writes a file for its owner only, and records its digest or the failure in the trail', async () => {
    const vault = await vaultWithTrail();
    const dir = folder();
    const path = join(dir, 'trail.ndjson');
    exportTrail(vault, path, 'ndjson', new Date());
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
    const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
    expect(vault.audit.entries().at(-1)?.event).toEqual({ kind: 'trail-exported', format: 'ndjson', entries: 6, sha256 });
    expect(() => exportTrail(vault, join(dir, 'none', 'trail.csv'), 'csv', new Date())).toThrow(
      expect.objectContaining({ code: 'EXPORT' }),
    );
    expect(vault.audit.entries().at(-1)?.event).toEqual({ kind: 'trail-failed', format: 'csv', outcome: 'EXPORT' });
    expect(readdirSync(dir)).toEqual(['trail.ndjson']);
    vault.close();
  });

  // The folder used not to be recorded, so a partial file left by a kill stayed for good.
  test('cleans up at the next opening after a kill before the file has its name, and records the interruption', async () => {
    const vault = await vaultWithTrail();
    const place = folder();
    vault.close();
    const program = `
      import { exportTrail } from ${JSON.stringify(source('src/core/vault/audit/audit-export.ts'))};
      import { openVault } from ${JSON.stringify(source('src/core/vault/open-vault.ts'))};
      import { turningKeyStore as keyStore } from ${JSON.stringify(source('test/unit/vault/key-store.ts'))};
      const vault = await openVault(${JSON.stringify(vault.dir)}, { keyStore });
      exportTrail(vault, ${JSON.stringify(join(place, 'trail.csv'))}, 'csv', new Date());`;
    const killer = source('test/campaign/faults/kill-before-name.ts');
    const { signal } = spawnSync(process.execPath, ['--import', killer, '--input-type=module', '--eval', program]);
    expect([signal, readdirSync(place).length]).toEqual(['SIGKILL', 1]);
    const later = await openVault(vault.dir, { keyStore });
    await expect.poll(() => readdirSync(place)).toEqual([]);
    await later.exports.swept();
    const [begun, exported, unlocked, reported] = later.audit.entries().slice(-4);
    expect([begun, exported, unlocked].map((entry) => entry?.event.kind)).toEqual(['trail-begun', 'trail-exported', 'unlocked']);
    expect(reported?.event).toEqual({ kind: 'trail-failed', format: 'csv', outcome: 'INTERRUPTED' });
    later.close();
  });

  test.each<[string, Partial<AuditFilter>, number[]]>([
    ['everything, the newest first', {}, [5, 4, 3, 2, 1]],
    ['a group', { group: 'study' }, [3, 2]],
    ['a study', { study: '22-001' }, [2]],
    ['a time', { since: '2026-11-20T12:02:00.000Z', until: '2026-11-20T12:05:00.000Z' }, [3, 2]],
    ['words that are shown', { text: 'no problems FOUND' }, [5]],
    ['words that are stored', { text: 'sync.onstart' }, [4]],
    ['nothing', { text: 'nowhere' }, []],
  ])('filters the list: %s', async (_what, part, numbers) => {
    const vault = await vaultWithTrail();
    const { of, total, studies, entries } = vault.audit.list({ ...everything, ...part }, 0, 500);
    expect([of, total, studies.length]).toEqual([5, numbers.length, 2]);
    expect(entries.map(({ number }) => number)).toEqual(numbers);
    expect(vault.audit.list({ ...everything, ...part }, 1, 1).entries.map(({ number }) => number)).toEqual(numbers.slice(1, 2));
    vault.close();
  });
});
