import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { repositoryFolder } from '../runtime/repository.ts';

/** A package with parts in the program. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** As the package states it (SPDX). */
  readonly licence: string;
  /** Its path in the lockfile. */
  readonly place: string;
}

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The runtime brings its own licence files. */
const runtime = 'electron';
const importOf = /(?:(?:from|^import)\s+|\bimport\()'((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^']*)?'/gm;

/** The packages that the sources import and their dependencies, from the lockfile: slightly more than the bundles contain, never less. */
export function shippedPackages(): readonly ShippedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(repositoryFolder, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Locked>>;
  };
  const found = new Map<string, ShippedPackage>();
  const follow = (name: string, from: string): void => {
    const place = placeOf(name, from, packages);
    const locked = packages[place];
    if (locked === undefined || found.has(place)) return;
    found.set(place, { name, version: locked.version, licence: locked.license ?? 'unknown', place });
    for (const next of Object.keys(locked.dependencies ?? {})) follow(next, place);
  };
  for (const name of importedPackages()) follow(name, '');
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1));
}

function importedPackages(): readonly string[] {
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: repositoryFolder });
  const names = sources.flatMap((file) =>
    [...readFileSync(join(repositoryFolder, file), 'utf8').matchAll(importOf)].map(([, name = '']) => name),
  );
  return [...new Set(names)].filter((name) => name !== runtime && !name.startsWith('.')).sort();
}

/** Where Node finds a package: next to the importing one, or in a folder above. */
function placeOf(name: string, from: string, packages: Readonly<Record<string, Locked>>): string {
  const here = posix.join(from, 'node_modules', name);
  if (from === '' || packages[here] !== undefined) return here;
  return placeOf(name, posix.dirname(from.slice(0, from.lastIndexOf('node_modules') + 1)).replace(/^\.$/, ''), packages);
}

/** The text of a package's licence file; null if it has none. */
export function licenceText({ place }: ShippedPackage): string | null {
  const folder = join(repositoryFolder, place);
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)(\.(md|txt))?$/i.test(name));
  return file === undefined ? null : readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim();
}
