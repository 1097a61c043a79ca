import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { lastChoicesSchema } from '../../../shared/calls/presets.ts';
import { mostPresets, readablePresets, siteHandOver } from '../../../shared/export-preset.ts';
import { layoutSchema } from '../../../shared/layout.ts';
import { defaultSecurity, isWeaker } from '../../../shared/security.ts';
import { isRecipient } from '../../../shared/protection-schemas.ts';
import { securitySchema } from '../../../shared/security-schema.ts';
import { guarded, type VaultDatabase } from '../database.ts';
import { viewName } from './stored-views.ts';
import { recipientsSchema } from './recipients.ts';
import { readSetting } from './settings.ts';

/** A setting as stored in the vault. */
export interface VaultSetting {
  readonly name: string;
  readonly value: string;
}

/** Merges a local setting with that of a backup; null if the local one stays as it is. What was set locally is never changed. */
type Merge = (here: string | null, there: string) => string | null;

const takeWhereNone: Merge = (here, there) => (here === null || here === 'null' ? there : null);

/**
 * The settings included in a backup, which are people's own. Connection, secrets, keys and whatever belongs to files of this folder are
 * excluded.
 */
const merges: Readonly<Record<string, Merge>> = {
  layouts: mergeParts(z.record(z.string(), layoutSchema)),
  'export.presets': mergeNamed(
    (name) => name,
    // The name of the built-in one would be shown for two.
    (list) => readablePresets(z.array(z.unknown()).parse(list)).filter(({ name }) => name !== siteHandOver.name),
    mostPresets,
  ),
  'export.last': mergeParts(lastChoicesSchema),
  // The salts of pseudonyms: without them a recipient would get different ones.
  recipients: mergeNamed(
    (name) => name.toLowerCase(),
    (list) => recipientsSchema.parse(list).filter(({ name }) => isRecipient(name)),
  ),
  security: takeUnlessWeaker,
};

/** The settings of this vault that a backup includes. */
export function travellingSettings(db: VaultDatabase): readonly VaultSetting[] {
  const all = guarded(() => db.prepare<[], VaultSetting>('SELECT name, value FROM setting ORDER BY name').all());
  return all.filter(({ name }) => mergeOf(name) !== null);
}

/** Returns the settings of a backup to store without changing any local one. Unreadable settings are skipped. */
export function mergeSettings(db: VaultDatabase, settings: readonly VaultSetting[]): readonly VaultSetting[] {
  return settings.flatMap(({ name, value }) => {
    const merged = mergeQuietly(mergeOf(name), readSetting(db, name), value);
    return merged === null ? [] : [{ name, value: merged }];
  });
}

/** The names of the recipients that settings to be stored add: whoever made the backup knows the salts of their pseudonyms. */
export function addedRecipients(db: VaultDatabase, settings: readonly VaultSetting[]): readonly string[] {
  const namesIn = (stored: string | undefined): readonly string[] => namedSchema.parse(JSON.parse(stored ?? '[]')).map(({ name }) => name);
  const merged = settings.findLast(({ name }) => name === 'recipients');
  return merged === undefined ? [] : namesIn(merged.value).slice(namesIn(readSetting(db, 'recipients') ?? undefined).length);
}

function mergeOf(name: string): Merge | null {
  if (name.startsWith(viewName(''))) return takeWhereNone;
  return Object.hasOwn(merges, name) ? (merges[name] ?? null) : null;
}

/** A newer Carrel may store a setting in another shape. */
function mergeQuietly(merge: Merge | null, here: string | null, there: string): string | null {
  try {
    return merge?.(here, there) ?? null;
  } catch {
    return null;
  }
}

const partsSchema = z.record(z.string(), z.unknown());

/**
 * Adds parts that are missing locally. `schema`: what the reader accepts; a part in another shape is skipped, because it would make the
 * reader lose the local parts too.
 */
function mergeParts(schema: z.ZodType): Merge {
  return (here, there) => {
    const parts = Object.entries(partsSchema.parse(JSON.parse(there)));
    const others = Object.fromEntries(parts.filter(([name, part]) => schema.safeParse({ [name]: part }).success));
    const own = here === null ? {} : partsSchema.parse(JSON.parse(here));
    const merged = { ...others, ...own };
    return isDeepStrictEqual(merged, own) ? null : JSON.stringify(merged);
  };
}

interface Named {
  readonly name: string;
}

const namedSchema = z.array(z.looseObject({ name: z.string() }));

/**
 * Adds entries whose names are missing locally, up to `most` in all. `read`: parses a list as the reader does; throws if it is invalid.
 */
function mergeNamed(fold: (name: string) => string, read: (list: unknown) => readonly Named[], most = Infinity): Merge {
  return (here, there) => {
    const others = read(JSON.parse(there));
    const own = here === null ? [] : namedSchema.parse(JSON.parse(here));
    const known = new Set(own.map(({ name }) => fold(name)));
    const missing = others.filter(({ name }) => !known.has(fold(name))).slice(0, Math.max(0, most - own.length));
    return missing.length === 0 ? null : JSON.stringify([...own, ...missing]);
  };
}

/** Weakening the protection requires this vault's passphrase, which a restore does not ask for. */
function takeUnlessWeaker(here: string | null, there: string): string | null {
  return here === null && !isWeaker(defaultSecurity, securitySchema.parse(JSON.parse(there))) ? there : null;
}
