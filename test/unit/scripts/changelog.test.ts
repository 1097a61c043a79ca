import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { releaseNotes, withRelease } from '../../../scripts/release/changelog.ts';

const before = '# Changelog\n\n## Unreleased\n\n### Added\n- Backups.\n\n## 0.1.0 - 2026-01-02\n\n- First.\n';

test('a release gives its version and day to the unreleased entries, below a new empty section', () => {
  const after = withRelease(before, '0.2.0', '2026-11-25');
  expect(after).toBe(
    '# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-11-25\n\n### Added\n- Backups.\n\n## 0.1.0 - 2026-01-02\n\n- First.\n',
  );
  expect(releaseNotes(after, '0.2.0')).toBe('### Added\n- Backups.');
  expect(releaseNotes(after, '0.1.0')).toBe('- First.');
  expect(releaseNotes(after, '0.3.0')).toBe('');
});

test('a release without unreleased entries is refused', () => {
  const after = withRelease(before, '0.2.0', '2026-11-25');
  expect(() => withRelease(after, '0.3.0', '2026-11-26')).toThrow('nothing under "Unreleased"');
  expect(() => withRelease('# Changelog\n', '0.3.0', '2026-11-26')).toThrow('nothing under "Unreleased"');
});

test('the changelog of this repository has unreleased entries', () => {
  const changelog = readFileSync(resolve(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8');
  expect(changelog).toMatch(/^## Unreleased$/m);
});
