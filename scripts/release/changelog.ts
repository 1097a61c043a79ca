const unreleased = '## Unreleased';

/**
 * The changelog with its unreleased section under a version and a date (`2026-11-25`), and a new empty one above. Throws if that section is
 * empty.
 */
export function withRelease(changelog: string, version: string, day: string): string {
  if (sectionUnder(changelog, unreleased) === '')
    throw new Error('CHANGELOG.md has nothing under "Unreleased". Describe the changes first.');
  return changelog.replace(`${unreleased}\n`, `${unreleased}\n\n## ${version} - ${day}\n`);
}

/** What the changelog says about a version, without the heading. */
export function releaseNotes(changelog: string, version: string): string {
  const heading = changelog.split('\n').find((line) => line.startsWith(`## ${version} - `));
  return heading === undefined ? '' : sectionUnder(changelog, heading);
}

/** A date as `2026-11-25`, in UTC. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function sectionUnder(changelog: string, heading: string): string {
  const lines = changelog.split('\n');
  const at = lines.indexOf(heading);
  if (at === -1) return '';
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((line) => line.startsWith('## '));
  return (end === -1 ? rest : rest.slice(0, end)).join('\n').trim();
}
