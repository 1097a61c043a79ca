import { z } from 'zod';
import { errorCodes, type ErrorCode } from './errors.ts';
import { faultNames, mostPositions, positionPattern } from './fault.ts';

const codes = ['OK', ...(Object.keys(errorCodes) as ErrorCode[])] as const;
const code = z.enum(codes);
/** Processes other than the window and main. */
const processNames = ['Carrel reader', 'Carrel writer', 'Carrel exporter', 'GPU', 'other'] as const;
const count = z.int().min(0);
export const callNameSchema = z.string().regex(/^[a-z]{1,20}\.[a-zA-Z]{1,20}$/);
/** A version such as 1.2.3-beta.4. */
const version = z.string().regex(/^\d{1,4}(\.\d{1,6}){1,3}(-(alpha|beta|rc)\.\d{1,4})?$/);

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

/** An unexpected error: its class and the positions in Carrel's code it came from. */
export const faultSchema = z.strictObject({
  name: z.enum(faultNames),
  at: z.array(z.string().regex(positionPattern)).max(mostPositions).readonly(),
});

/**
 * Everything the log can hold. No field is free text: each is a number, one of a closed set of words, or a position in the code; the writer
 * checks call names against the contract. So nothing about a record, a study, a person, a path or a secret can get in.
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
  z.strictObject({ event: z.literal('call-failed'), call: callNameSchema, code }),
  z.strictObject({ event: z.literal('process-gone'), process: z.enum(processNames), exit: z.int() }),
  z.strictObject({ event: z.literal('sync-ended'), code, datasets: count, added: count, changed: count, vanished: count }),
  z.strictObject({ event: z.literal('page-gone'), reason: z.enum(goneReasons) }),
  z.strictObject({ event: z.literal('failure'), where: z.enum(['main', 'window']), call: callNameSchema.nullable(), ...faultSchema.shape }),
  z.strictObject({ event: z.literal('ended') }),
]);

export type LogEvent = z.output<typeof logEventSchema>;

/** A line of the log: an event and its time (ISO, UTC). */
export const logLineSchema = z.strictObject({ at: z.iso.datetime(), entry: logEventSchema });
export type LogLine = z.output<typeof logLineSchema>;

/** The word if it is in the list, otherwise "other": text of the system or a library is never logged. */
export const knownWords = {
  gone: (reason: string) => oneOf(goneReasons, reason),
  process: (name: string) => oneOf(processNames, name),
} as const;

function oneOf<T extends string>(words: readonly T[], word: string): T | 'other' {
  return words.find((known) => known === word) ?? 'other';
}
