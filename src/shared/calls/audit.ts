import { z } from 'zod';

/** What an entry of the audit trail is about, and the name that a filter shows. */
export const auditGroups = {
  unlock: 'Unlocking',
  sync: 'Sync',
  study: 'Studies',
  export: 'Exports',
  settings: 'Settings',
  keys: 'Keys',
  wipe: 'Wiping',
  check: 'Checks',
} as const;
export type AuditGroup = keyof typeof auditGroups;
const auditGroupNames = Object.keys(auditGroups) as [AuditGroup, ...AuditGroup[]];

const auditFormats = ['csv', 'ndjson'] as const;
export type AuditFormat = (typeof auditFormats)[number];

/** Narrows the trail: from `since` on, before `until` (moments in UTC); `text` is looked for in account and event. */
const filter = z.strictObject({
  group: z.enum(auditGroupNames).nullable(),
  study: z.string().max(128).nullable(),
  since: z.iso.datetime().nullable(),
  until: z.iso.datetime().nullable(),
  text: z.string().max(200),
});

const entry = z.strictObject({
  number: z.int(),
  at: z.string(),
  actor: z.string(),
  group: z.enum(auditGroupNames),
  /** What was done, in a few words. */
  says: z.string(),
  /** The event as it is stored: JSON. */
  event: z.string(),
  hash: z.string(),
  /** Of a trail that came back from a backup, with numbers of its own. */
  earlier: z.boolean(),
});

/** Calls about the audit trail, answered by main, which alone has the vault. */
export const auditCalls = {
  /** The newest first. `of`: entries there are; `total`: those that the filter leaves. */
  'audit.list': {
    host: 'main',
    input: z.strictObject({ filter, offset: z.int().min(0), limit: z.int().min(1).max(500) }),
    output: z.strictObject({ of: z.int(), total: z.int(), studies: z.array(z.string()), entries: z.array(entry) }),
  },
  /** Follows the chain from its first entry. `problem`: null where it is whole. */
  'audit.verify': {
    host: 'main',
    input: z.undefined(),
    output: z.strictObject({ entries: z.int(), head: z.string(), problem: z.string().nullable() }),
  },
  /** Asks where to save, then writes the whole trail with its chain; `file`: null where the dialog was cancelled. */
  'audit.export': {
    host: 'main',
    input: z.strictObject({ format: z.enum(auditFormats) }),
    output: z.strictObject({ file: z.string().nullable(), entries: z.int(), head: z.string() }),
  },
} as const;

export type AuditFilter = z.output<typeof filter>;
export type ShownAuditEntry = z.output<typeof entry>;
