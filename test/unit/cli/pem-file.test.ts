import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readPemFile } from '../../../src/cli/pem-file.ts';
import { longestIdentityPem } from '../../../src/core/client/client-certificate.ts';
import { longestPem } from '../../../src/core/client/trust.ts';

const folder = mkdtempSync(join(tmpdir(), 'carrel-pem-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test.each([
  ['a client certificate or key of 64 KiB', longestIdentityPem, 64 * 1024],
  ['trusted certificates of 1 MiB', longestPem, 1024 * 1024],
])('%s is read, and a byte more is too large', (_what, longest, bytes) => {
  const path = join(folder, 'file.pem');
  writeFileSync(path, 'a'.repeat(bytes));
  expect(readPemFile(path, 'client-certificate', longest)).toHaveLength(bytes);
  writeFileSync(path, 'a'.repeat(bytes + 1));
  expect(() => readPemFile(path, 'client-certificate', longest)).toThrow(
    expect.objectContaining({ code: 'USAGE', message: 'The --client-certificate file is too large. Nothing was sent.' }),
  );
});

test('a file that is not there cannot be read', () => {
  expect(() => readPemFile(join(folder, 'none.pem'), 'client-key', longestIdentityPem)).toThrow('The --client-key file cannot be read.');
});
