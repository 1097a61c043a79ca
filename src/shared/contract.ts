import { z } from 'zod';
import { termsCalls } from './calls/terms.ts';
import { annotationCalls } from './calls/annotations.ts';
import { auditCalls } from './calls/audit.ts';
import { saveFigureCalls } from './calls/save-figures.ts';
import { checkCalls } from './calls/checks.ts';
import { clipboardCalls } from './calls/clipboard.ts';
import { diagnosticsCalls } from './calls/diagnostics.ts';
import { exportCalls, exportEvents } from './calls/export.ts';
import { offlineCalls } from './calls/offline.ts';
import { lockedSchema, securityCalls, securityEvents } from './calls/security.ts';
import { wipeCalls } from './calls/wipe.ts';
import { connectionSchema, testResultSchema } from './connection.ts';
import { datasetNames } from './datasets/datasets.ts';
import { longestKey } from './datasets/declaration.ts';
import { issueRules, type IssueRule } from './issues.ts';
import { backupCalls, backupEvents } from './calls/backups.ts';
import { packCalls, packEvents } from './calls/packs.ts';
import { placeCalls } from './calls/places.ts';
import { proxyCalls, proxyEvents } from './calls/proxy.ts';
import { presetCalls } from './calls/presets.ts';
import { listingCalls } from './calls/listings.ts';
import { subjectCalls } from './calls/subject.ts';
import { verifyCalls, verifyEvents } from './calls/verify.ts';
import { resultFigureCalls } from './calls/result-figures.ts';
import { viewCalls } from './calls/views.ts';
import { viewCodeCalls } from './calls/view-code.ts';
import { layoutSchema } from './layout.ts';
import { querySchema, selectionSchema } from './query.ts';
import { sitePackSchema } from './site-pack-schema.ts';
import {
  datasetStatusSchema,
  errorReportSchema,
  studyStatusSchema,
  syncPauseSchema,
  syncProgressSchema,
  syncResultSchema,
} from './status.ts';
import { subjectFilterSchema } from './subject-schema.ts';

const study = z.string().min(1).max(128);
const dataset = z.enum(datasetNames);
const key = z.string().max(longestKey);
const nothing = z.undefined();
const passphrase = z.string().max(1024);
const cell = z.union([z.string(), z.number(), z.array(z.string()), z.null()]);
const ruleNames = Object.keys(issueRules) as [IssueRule, ...IssueRule[]];

const appState = z.strictObject({
  phase: z.enum(['first-run', 'locked', 'ready']),
  version: z.string(),
  electron: z.string(),
  /** The runtime is older than the declared one; only loopback services are allowed. */
  fallbackRuntime: z.boolean(),
  keyStore: z.strictObject({ available: z.boolean(), backend: z.string() }),
  unlockWith: z.array(z.enum(['passphrase', 'os'])),
  connection: connectionSchema.nullable(),
  /** This account may only read the data folder; false while it is locked. */
  readOnly: z.boolean(),
  /** Number of studies in the open vault; 0 while it is locked. Without a connection there may still be some from site packs. */
  studies: z.int(),
  /** Seconds until the next passphrase may be tried; 0 if one may be tried now. */
  wait: z.int(),
  /** Why the copy on this computer cannot be opened now, or could not be opened at start. */
  problem: errorReportSchema.nullable(),
  /** When and why it was locked; null if it was not locked since this start. */
  locked: lockedSchema.nullable(),
});

/** A certificate that is trusted in addition to the system's: its subject, and when it expires (ISO). */
const certificate = z.strictObject({ subject: z.string(), until: z.string() });
/**
 * The certificate shown to a gateway, or null. `isKept`: it is stored encrypted; otherwise it is stored with the next connection that is
 * saved.
 */
const ownCertificate = z.strictObject({ certificate: certificate.nullable(), isKept: z.boolean() });

export const preferencesSchema = z.strictObject({
  scheme: z.enum(['light', 'dark', 'auto']),
  density: z.enum(['comfortable', 'compact']),
  vocabulary: z.enum(['plain', 'sdtm', 'source']),
  /** Column layouts by `study/dataset`: names, widths and order, never a value. */
  layouts: z.record(z.string().max(200), layoutSchema),
  /** When the window syncs automatically, and after how many hours a copy counts as stale. */
  sync: z.strictObject({
    onStart: z.boolean(),
    everyMinutes: z.int().min(5).max(1440).nullable(),
    staleAfterHours: z.int().min(1).max(8760).nullable(),
  }),
});

const studyCard = z.strictObject({
  study,
  demo: z.boolean(),
  sponsor: z.string().nullable(),
  /** Bytes on disk; null before the first sync. */
  size: z.int().nullable(),
  lastOpened: z.string().nullable(),
  /** When a person last looked at the study's changes, and the generation at that moment. */
  lookedAt: z.string().nullable(),
  lookedGeneration: z.int(),
  /** Null for a study that is mirrored. */
  sitePack: sitePackSchema.nullable(),
  status: studyStatusSchema,
  /** The data cut-off in force (ISO day), and how many records it leaves out by dataset; null for no cut-off. */
  cutOff: z
    .strictObject({ date: z.string(), leftOut: z.array(z.strictObject({ dataset: z.enum(datasetNames), records: z.int() })) })
    .nullable(),
  sinceLooked: z.strictObject({ new: z.int(), changed: z.int(), vanished: z.int() }),
  issues: z.int(),
  problem: errorReportSchema.nullable(),
});

const change = z.strictObject({
  dataset,
  key,
  subject: z.string().nullable(),
  kind: z.enum(['new', 'changed', 'vanished']),
  generation: z.int(),
  at: z.string(),
  fields: z.array(z.strictObject({ column: z.string(), before: cell, after: cell })),
});

const row = z.strictObject({
  key: z.string(),
  /** The generations in which this record first appeared and last changed, for the marks. */
  added: z.int(),
  changed: z.int(),
  /** In the order of the declaration's columns. */
  cells: z.array(cell),
});

/**
 * Every call: name → host, input, output. `main` is the Electron shell, `writer` the engine that syncs, `reader` the engine that answers
 * questions.
 */
export const contract = {
  'app.state': { host: 'main', input: nothing, output: appState },
  'vault.create': { host: 'main', input: z.strictObject({ passphrase: passphrase.nullable(), keyStore: z.boolean() }), output: nothing },
  'vault.unlock': { host: 'main', input: z.strictObject({ passphrase: passphrase.nullable() }), output: nothing },
  'vault.lock': { host: 'main', input: nothing, output: nothing },
  ...securityCalls,
  'connection.test': {
    host: 'main',
    input: z.strictObject({ connection: connectionSchema, secret: z.string().max(4096), study }),
    output: testResultSchema,
  },
  'connection.save': {
    host: 'main',
    input: z.strictObject({ connection: connectionSchema, secret: z.string().max(4096), studies: z.array(study).max(200) }),
    output: nothing,
  },
  /** The extra certificates. If they are chosen before there is a vault, they are stored when a connection is saved. */
  'certificates.list': { host: 'main', input: nothing, output: z.array(certificate) },
  /**
   * Asks for a PEM file and replaces the extra certificates by those in it; nothing changes if the dialog is cancelled. An open vault
   * requires its passphrase, if there is one.
   */
  'certificates.choose': { host: 'main', input: z.strictObject({ passphrase: passphrase.nullable() }), output: z.array(certificate) },
  'certificates.clear': { host: 'main', input: nothing, output: z.array(certificate) },
  /** The certificate that the next connection shows to a gateway that asks for one. */
  'clientCertificate.current': { host: 'main', input: nothing, output: ownCertificate },
  /** Asks for the PEM file of the certificate and, if the key is not in it, of the key; nothing changes if a dialog is cancelled. */
  'clientCertificate.choose': { host: 'main', input: nothing, output: ownCertificate },
  'clientCertificate.clear': { host: 'main', input: nothing, output: ownCertificate },
  /** Forgets the certificate that was chosen for the next connection; the stored one stays. */
  'clientCertificate.forget': { host: 'main', input: nothing, output: ownCertificate },
  ...proxyCalls,
  /** Starts the built-in sandbox and connects to it. Returns the studies it serves. */
  'demo.start': { host: 'main', input: nothing, output: z.array(study) },
  'studies.add': { host: 'main', input: z.strictObject({ study }), output: nothing },
  'studies.wipe': { host: 'main', input: z.strictObject({ study, typed: z.string().max(128) }), output: nothing },
  'studies.opened': { host: 'main', input: z.strictObject({ study }), output: nothing },
  'preferences.get': { host: 'main', input: nothing, output: preferencesSchema },
  'preferences.set': { host: 'main', input: preferencesSchema.partial(), output: preferencesSchema },
  ...clipboardCalls,
  ...saveFigureCalls,
  ...exportCalls,
  ...presetCalls,
  ...placeCalls,
  ...auditCalls,
  ...packCalls,
  ...backupCalls,
  ...verifyCalls,
  ...offlineCalls,
  ...diagnosticsCalls,
  ...wipeCalls,

  'sync.start': {
    host: 'writer',
    input: z.strictObject({ studies: z.array(study).min(1).max(200), only: z.array(dataset).nullable() }),
    output: syncResultSchema,
  },
  'sync.cancel': { host: 'writer', input: nothing, output: nothing },
  /** What is running now, so that a reloaded window can show it. */
  'sync.running': {
    host: 'writer',
    input: nothing,
    output: z.strictObject({ studies: z.array(study), progress: z.array(syncProgressSchema) }),
  },
  /** Shows the copy that is pending review, without a request to the service. */
  'shrink.accept': { host: 'writer', input: z.strictObject({ study, dataset }), output: datasetStatusSchema },
  /** Discards that copy; the earlier one stays. */
  'shrink.discard': { host: 'writer', input: z.strictObject({ study, dataset }), output: datasetStatusSchema },
  /** Records that the changes up to a generation (the newest on screen) were looked at. */
  'changes.looked': { host: 'writer', input: z.strictObject({ study, generation: z.int().min(1) }), output: nothing },

  'studies.list': { host: 'reader', input: nothing, output: z.array(studyCard) },
  /** Long texts are shortened, as a table would draw all of them; not if `isWhole`, for a copy. */
  'rows.page': {
    host: 'reader',
    input: z.strictObject({ study, query: querySchema, isWhole: z.boolean().optional() }),
    output: z.strictObject({ generation: z.int(), rows: z.array(row) }),
  },
  /** The rows of these records without regard to the data cut-off, in no particular order; none for a record that is not mirrored. */
  'rows.named': {
    host: 'reader',
    input: z.strictObject({ study, dataset, keys: z.array(key).max(1000) }),
    output: z.array(row),
  },
  'rows.count': {
    host: 'reader',
    input: z.strictObject({ study, selection: selectionSchema }),
    output: z.strictObject({ rows: z.int(), of: z.int(), subjects: z.int() }),
  },
  /** Numbers of rows that are new, and of others that changed, since a generation. */
  'rows.marked': {
    host: 'reader',
    input: z.strictObject({ study, dataset, since: z.int().min(0) }),
    output: z.strictObject({ added: z.int(), changed: z.int() }),
  },
  /** Distinct values with counts among the rows that match the other conditions, most frequent first, at most `limit`. Null: missing. */
  'column.values': {
    host: 'reader',
    input: z.strictObject({
      study,
      selection: selectionSchema,
      column: z.string().max(64),
      search: z.string().max(200),
      limit: z.int().min(1).max(1000),
    }),
    output: z.strictObject({ distinct: z.int(), values: z.array(z.strictObject({ value: z.string().nullable(), count: z.int() })) }),
  },
  'column.summary': {
    host: 'reader',
    input: z.strictObject({ study, selection: selectionSchema, column: z.string().max(64) }),
    output: z.strictObject({
      present: z.int(),
      missing: z.int(),
      distinct: z.int(),
      min: z.union([z.string(), z.number(), z.null()]),
      max: z.union([z.string(), z.number(), z.null()]),
      /** Numbers only: equal-width bins from min to max. */
      bins: z.array(z.int()),
    }),
  },
  'record.get': {
    host: 'reader',
    input: z.strictObject({ study, dataset, key }),
    output: z.strictObject({
      /** The record is dated after the data cut-off and therefore in no table, chart or export. */
      isAfterCutOff: z.boolean(),
      row: row.nullable(),
      /** The resource exactly as sent; null for a vanished record. */
      raw: z.string().nullable(),
      page: z.strictObject({ number: z.int(), of: z.int(), digest: z.string() }).nullable(),
      /** Fields that the declaration does not describe: path, and value as JSON text. */
      undescribed: z.array(z.strictObject({ path: z.string(), value: z.string() })),
      issues: z.array(z.strictObject({ rule: z.enum(ruleNames), path: z.string() })),
      history: z.array(change),
    }),
  },
  'changes.list': {
    host: 'reader',
    input: z.strictObject({
      study,
      dataset: dataset.nullable(),
      since: z.int().min(0),
      kind: z.enum(['new', 'changed', 'vanished']).nullable(),
      /** Only changes of these subjects; null or absent: of all. */
      subjects: subjectFilterSchema.optional(),
      offset: z.int().min(0),
      limit: z.int().min(1).max(1000),
    }),
    output: z.strictObject({ counts: z.strictObject({ new: z.int(), changed: z.int(), vanished: z.int() }), changes: z.array(change) }),
  },
  /** Subjects with a record that is new, changed or vanished after a generation. `nameless`: number of entries without a subject. */
  'changes.subjects': {
    host: 'reader',
    input: z.strictObject({ study, since: z.int().min(0), subjects: subjectFilterSchema }),
    output: z.strictObject({
      generation: z.int(),
      subjects: z.array(
        z.strictObject({
          subject: z.string(),
          /** The subject had no records at that generation. */
          isNew: z.boolean(),
          datasets: z.array(z.strictObject({ dataset, new: z.int(), changed: z.int(), vanished: z.int() })),
        }),
      ),
      nameless: z.int(),
    }),
  },
  /** The newest generation before a moment; 0 if there was none. */
  'changes.before': { host: 'reader', input: z.strictObject({ study, moment: z.iso.datetime() }), output: z.int() },
  /** The passes that changed something and their counts: all of them, newest first. */
  'changes.passes': {
    host: 'reader',
    input: z.strictObject({ study }),
    output: z.array(
      z.strictObject({
        generation: z.int(),
        at: z.string(),
        counts: z.strictObject({ new: z.int(), changed: z.int(), vanished: z.int() }),
      }),
    ),
  },
  'issues.summary': {
    host: 'reader',
    input: z.strictObject({ study }),
    output: z.array(
      z.strictObject({
        dataset,
        rule: z.enum(ruleNames),
        path: z.string(),
        count: z.int(),
        quarantined: z.boolean(),
        exampleKey: key.nullable(),
      }),
    ),
  },
  'issues.records': {
    host: 'reader',
    input: z.strictObject({
      study,
      dataset,
      rule: z.enum(ruleNames),
      path: z.string().max(400),
      offset: z.int().min(0),
      limit: z.int().min(1).max(1000),
    }),
    output: z.array(z.strictObject({ key: key.nullable(), page: z.int().nullable() })),
  },
  ...viewCalls,
  ...viewCodeCalls,
  ...resultFigureCalls,
  ...subjectCalls,
  ...listingCalls,
  ...annotationCalls,
  ...termsCalls,
  ...checkCalls,
  'study.status': { host: 'reader', input: z.strictObject({ study }), output: studyCard },
} as const satisfies Record<string, { readonly host: Host; readonly input: z.ZodType; readonly output: z.ZodType }>;

export type Host = 'main' | 'writer' | 'reader';
export type Contract = typeof contract;
export type CallName = keyof Contract;
export type Input<N extends CallName> = z.input<Contract[N]['input']>;
export type Output<N extends CallName> = z.output<Contract[N]['output']>;

/** What hosts send to the window without being asked. */
export const events = {
  'sync.progress': syncProgressSchema,
  'sync.pause': syncPauseSchema,
  /** A waiting request has ended. */
  'sync.resume': nothing,
  'sync.dataset': z.strictObject({ study, status: datasetStatusSchema }),
  'sync.done': syncResultSchema,
  ...exportEvents,
  ...packEvents,
  ...backupEvents,
  ...verifyEvents,
  'network.changed': z.strictObject({ online: z.boolean() }),
  'preferences.changed': preferencesSchema,
  /** An engine was started or restarted, or was given up after several restarts. */
  'engine.changed': z.strictObject({ host: z.enum(['reader', 'writer']), running: z.boolean() }),
  ...securityEvents,
  ...proxyEvents,
} as const;
export type EventName = keyof typeof events;
export type EventData<N extends EventName> = z.output<(typeof events)[N]>;

export type Certificate = z.output<typeof certificate>;
export type OwnCertificate = z.output<typeof ownCertificate>;
export type AppState = z.output<typeof appState>;
export type Preferences = z.output<typeof preferencesSchema>;
export type Layout = z.output<typeof layoutSchema>;
export type StudyCard = z.output<typeof studyCard>;
export type Change = z.output<typeof change>;
export type GridRow = z.output<typeof row>;
