import { z } from 'zod';
import { errorCodes, type ErrorCode } from './errors.ts';

const codes = ['OK', ...(Object.keys(errorCodes) as ErrorCode[])] as const;
const code = z.enum(codes);
/** Processes beside the window and main. */
const processNames = ['Carrel reader', 'Carrel writer', 'Carrel exporter', 'GPU', 'other'] as const;
const count = z.int().min(0);
/** Digits and what stands between them: 1.2.3-beta.4. */
const version = z.string().regex(/^\d{1,4}(\.\d{1,6}){1,3}(-(alpha|beta|rc)\.\d{1,4})?$/);

/** Kinds of errors that are told apart; whatever else was thrown is "other". */
const failureNames = ['AppError', 'TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'SqliteError', 'other'] as const;
/** Why a page ended, in Chromium's words. */
const goneReasons = [
  'abnormal-exit',
  'killed',
  'crashed',
  'oom',
  'launch-failed',
  'integrity-failure',
  'memory-eviction',
  'other',
] as const;

/**
 * Everything the log can hold. No field takes free text: each is a number, or one of a closed set of words; a name of a call is
 * checked against the contract by who writes it. So nothing of a record, a study, a person, a path or a secret can come in.
 */
export const logEventSchema = z.discriminatedUnion('event', [
  z.strictObject({
    event: z.literal('started'),
    version,
    electron: version,
    platform: z.enum(['linux', 'darwin', 'win32', 'other']),
    fallback: z.boolean(),
  }),
  z.strictObject({ event: z.literal('opened'), studies: count }),
  z.strictObject({ event: z.literal('locked') }),
  z.strictObject({ event: z.literal('call-failed'), call: z.string().regex(/^[a-z]{1,20}\.[a-zA-Z]{1,20}$/), code }),
  z.strictObject({ event: z.literal('process-gone'), process: z.enum(processNames), exit: z.int() }),
  z.strictObject({ event: z.literal('sync-ended'), code, datasets: count, added: count, changed: count, vanished: count }),
  z.strictObject({ event: z.literal('page-gone'), reason: z.enum(goneReasons) }),
  z.strictObject({ event: z.literal('failure'), name: z.enum(failureNames) }),
  z.strictObject({ event: z.literal('ended') }),
]);

export type LogEvent = z.output<typeof logEventSchema>;

/** A line of the log: an event and its time (ISO, UTC). */
export const logLineSchema = z.strictObject({ at: z.iso.datetime(), entry: logEventSchema });
export type LogLine = z.output<typeof logLineSchema>;

/** The word of the list, or "other": whatever the system or a library says is never taken over as it is. */
export const knownWords = {
  failure: (error: unknown) => oneOf(failureNames, error instanceof Error ? error.name : ''),
  gone: (reason: string) => oneOf(goneReasons, reason),
  process: (name: string) => oneOf(processNames, name),
} as const;

function oneOf<T extends string>(words: readonly T[], word: string): T | 'other' {
  return words.find((known) => known === word) ?? 'other';
}
