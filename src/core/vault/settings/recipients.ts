import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../../shared/errors.ts';
import { isRecipient, type Anchor, type ProtectionAsked } from '../../../shared/protection-schemas.ts';
import type { AuditEvent } from '../audit/audit-event.ts';
import type { VaultDatabase } from '../database.ts';
import { readSetting, storeSetting } from './settings.ts';

const SETTING = 'recipients';
/** Most recipients in a vault; more would be a script's mistake. */
const MOST = 200;
const SALT_BYTES = 32;

/** The recipients of a vault as stored; `salt` in hex. */
export const recipientsSchema = z.array(z.strictObject({ name: z.string(), salt: z.string().regex(/^[0-9a-f]{64}$/), since: z.string() }));
type Known = z.infer<typeof recipientsSchema>;

/** The recipient of pseudonyms. `salt`: 32 bytes stored only in the vault. */
export interface Protection {
  readonly recipient: string;
  readonly anchor: Anchor;
  readonly salt: Uint8Array;
}

/**
 * Recipients of pseudonyms. A recipient's salt is created when it is first named, leaves the vault only for the process that writes its
 * export, and lasts as long as the vault, whatever happens to keys and studies.
 */
export interface RecipientCalls {
  /** Names as first written. */
  names(): readonly string[];
  /**
   * Returns the protection for a recipient, under its name as first written; case and surrounding blanks are ignored. Throws USAGE, STORE.
   */
  protection(asked: ProtectionAsked): Protection;
}

interface Context {
  readonly db: VaultDatabase;
  readonly now: () => Date;
  readonly change: (event: AuditEvent, work: () => void) => void;
}

export function recipientCalls({ db, now, change }: Context): RecipientCalls {
  const find = (name: string): Known[number] | undefined => readKnown(db).find((known) => foldName(known.name) === foldName(name));
  const add = (name: string): void => {
    if (readKnown(db).length >= MOST)
      throw new AppError(
        'USAGE',
        `There are already ${String(MOST)} recipients with pseudonyms, the maximum. Nothing was written. Name one of them.`,
      );
    change({ kind: 'recipient-added', recipient: name }, () => {
      // Another process may have added it meanwhile; a salt is never replaced.
      if (find(name) !== undefined) return;
      const known = { name, salt: randomBytes(SALT_BYTES).toString('hex'), since: now().toISOString() };
      storeSetting(db, SETTING, JSON.stringify([...readKnown(db), known]));
    });
  };
  return {
    names: () => readKnown(db).map(({ name }) => name),
    protection: ({ recipient, anchor }) => {
      const name = recipient.trim().normalize('NFC');
      if (!isRecipient(name)) throw new AppError('USAGE', 'The name of a recipient must be one line of 1 to 80 characters.');
      if (find(name) === undefined) add(name);
      const known = find(name);
      if (known === undefined) throw new AppError('STORE', 'The recipient could not be stored. Nothing was written. Try again.');
      return { recipient: known.name, anchor, salt: Buffer.from(known.salt, 'hex') };
    },
  };
}

function readKnown(db: VaultDatabase): Known {
  const stored = readSetting(db, SETTING);
  return stored === null ? [] : recipientsSchema.parse(JSON.parse(stored));
}

function foldName(name: string): string {
  return name.toLowerCase();
}
