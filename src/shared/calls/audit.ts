import { z } from 'zod';

/** What an audit trail entry is about, and its name in the filter. */
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

/** Filters the trail: from `since` (inclusive) until `until` (exclusive), both in UTC. `text` is searched in account and event. */
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
  /** The event as stored: JSON. */
  event: z.string(),
  hash: z.string(),
  /** The entry comes from a trail restored from a backup, with its own numbering. */
  earlier: z.boolean(),
});

/** Calls about the audit trail. Main answers them, because only main has the vault. */
export const auditCalls = {
  /** Newest first. `of`: all entries; `total`: those that match the filter. */
  'audit.list': {
    host: 'main',
    input: z.strictObject({ filter, offset: z.int().min(0), limit: z.int().min(1).max(500) }),
    output: z.strictObject({ of: z.int(), total: z.int(), studies: z.array(z.string()), entries: z.array(entry) }),
  },
  /** Verifies the chain from its first entry. `problem`: null if it is intact. */
  'audit.verify': {
    host: 'main',
    input: z.undefined(),
    output: z.strictObject({ entries: z.int(), head: z.string(), problem: z.string().nullable() }),
  },
  /** Asks where to save, then writes the whole trail with its chain. `file`: null if the dialog was cancelled. */
  'audit.export': {
    host: 'main',
    input: z.strictObject({ format: z.enum(auditFormats) }),
    output: z.strictObject({ file: z.string().nullable(), entries: z.int(), head: z.string() }),
  },
} as const;

export type AuditFilter = z.output<typeof filter>;
export type ShownAuditEntry = z.output<typeof entry>;
