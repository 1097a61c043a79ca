import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AuditEvent } from '../../../src/core/vault/audit/audit-event.ts';
import { passOn } from '../../../src/core/vault/studies/pass-on.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { temporaryFolders } from './folder.ts';

const folder = temporaryFolders();

/** Records each event and whether the file had its name by then. */
function trailBeside(path: string) {
  const noted: [AuditEvent, boolean][] = [];
  const audit = {
    append: (event: AuditEvent) => {
      noted.push([event, existsSync(path)]);
    },
  };
  return { noted, vault: { audit } as unknown as Pick<Vault, 'audit'> };
}

test('records the digest of a passed-on file before the file has its name', () => {
  const path = join(folder(), 'checks.json');
  const { noted, vault } = trailBeside(path);
  passOn(vault, { what: 'checks', study: '22-001' }, { path, text: '{}\n', replace: false });
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
  expect(noted).toEqual([[{ kind: 'passed-on', what: 'checks', study: '22-001', sha256 }, false]]);
  expect(readFileSync(path, 'utf8')).toBe('{}\n');
});

test('keeps a file that must not be replaced, and records nothing', () => {
  const path = join(folder(), 'labs.json');
  writeFileSync(path, 'earlier');
  const { noted, vault } = trailBeside(path);
  expect(() => {
    passOn(vault, { what: 'export-preset', study: null }, { path, text: '{}', replace: false });
  }).toThrow(expect.objectContaining({ code: 'EXPORT' }));
  expect([noted, readFileSync(path, 'utf8')]).toEqual([[], 'earlier']);
});

test('writes nothing that the trail cannot record', () => {
  const path = join(folder(), 'checks.json');
  const append = (): void => {
    throw new AppError('STORE', 'The data folder is read-only.');
  };
  expect(() => {
    passOn({ audit: { append } } as unknown as Pick<Vault, 'audit'>, { what: 'checks', study: null }, { path, text: '{}', replace: false });
  }).toThrow('read-only');
  expect(existsSync(path)).toBe(false);
});
