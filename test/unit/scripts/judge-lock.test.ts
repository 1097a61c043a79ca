import { readFileSync, writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { judgeLock, type LockedPackage } from '../../../scripts/package/judge-lock.ts';
import { judgeNode } from '../../../scripts/package/judge-node.ts';
import { repositoryFolder } from '../../../scripts/runtime/repository.ts';

const integrity = `sha512-${'A'.repeat(86)}==`;
const advisories = { old: [{ below: '1.2.3', id: 'GHSA-x' }], lines: [{ from: '2.0.0', below: '2.5.0', id: 'GHSA-y' }] };
const rules = { justified: {}, allowed: {}, advisories };

function judged(one: LockedPackage, name = 'some'): readonly string[] {
  return judgeLock({ packages: { '': {}, [`node_modules/${name}`]: { version: '1.0.0', integrity, ...one } } }, rules);
}

describe('the external inputs of a build', () => {
  test('are accepted if each package has its digest and comes from the registry', () => {
    expect(judged({})).toEqual([]);
    expect(judged({ resolved: 'https://registry.npmjs.org/some/-/some-1.0.0.tgz' })).toEqual([]);
  });

  test.each<[string, LockedPackage, string]>([
    ['a weaker digest', { integrity: 'sha1-abc=' }, 'node_modules/some has no SHA-512.'],
    ['another source', { resolved: 'https://example.org/some.tgz' }, 'node_modules/some comes from another place than the registry.'],
    ['a repository', { resolved: 'git+ssh://git@github.com/a/b.git#1' }, 'node_modules/some comes from another place than the registry.'],
    ['a script', { hasInstallScript: true }, 'some has an install script, and no reason is given for it.'],
  ])('%s is reported', (_what, one, says) => {
    expect(judged(one)).toEqual([says]);
  });

  test('a package without a digest is reported', () => {
    expect(judgeLock({ packages: { 'node_modules/some': { version: '1.0.0' } } }, rules)).toEqual(['node_modules/some has no SHA-512.']);
  });

  test.each([
    ['old', '1.2.2', 1],
    ['old', '1.2.3-beta.1', 1],
    ['old', '1.2.3', 0],
    ['old', '1.10.0', 0],
    ['lines', '1.9.9', 0],
    ['lines', '2.4.9', 1],
    ['lines', '2.5.0', 0],
  ])('%s %s: %i advisories', (name, version, count) => {
    expect(judged({ version }, name)).toHaveLength(count);
    expect(judged({ version }, `other/node_modules/${name}`)).toHaveLength(count);
  });

  test('package.json allows exactly the install scripts that have a reason', () => {
    const justified = { some: { runs: false, why: 'never needed' } };
    expect(judgeLock({ packages: {} }, { ...rules, justified, allowed: { some: true } })).toHaveLength(1);
    expect(judgeLock({ packages: {} }, { ...rules, justified, allowed: { some: false } })).toEqual([]);
    expect(judgeLock({ packages: {} }, { ...rules, allowed: { another: true } })).toHaveLength(1);
  });

  test('are checked by `npm run check`', () => {
    expect(readFileSync(join(repositoryFolder, 'scripts/check.ts'), 'utf8')).toContain("runScript('lock-check.ts')");
  });
});

describe('the Node that builds and tests', () => {
  const program = join(mkdtempSync(join(tmpdir(), 'carrel-node-')), 'node');
  writeFileSync(program, 'a program');
  const sha256 = { 'linux-x64': createHash('sha256').update('a program').digest('hex') };
  const lock = { packages: { 'node_modules/node': { version: '24.0.0' } } };

  test('is the pinned program', async () => {
    expect(await judgeNode(lock, { version: '24.0.0', sha256 }, program, 'linux-x64')).toEqual([]);
    writeFileSync(program, 'another');
    expect(await judgeNode(lock, { version: '24.0.0', sha256 }, program, 'linux-x64')).toHaveLength(1);
  });

  test('has digests of the locked version', async () => {
    expect(await judgeNode(lock, { version: '24.0.1', sha256 }, program, 'linux-x64')).toHaveLength(1);
  });
});
