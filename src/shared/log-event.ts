import { z } from 'zod';
import { errorCodes, type ErrorCode } from './errors.ts';
import { faultNames, mostPositions, positionPattern } from './fault.ts';

const codes = ['OK', ...(Object.keys(errorCodes) as ErrorCode[])] as const;
const code = z.enum(codes);
/** Processes beside the window and main. */
const processNames = ['Carrel reader', 'Carrel writer', 'Carrel exporter', 'GPU', 'other'] as const;
const count = z.int().min(0);
/** The name of a call. */
export const callNameSchema = z.string().regex(/^[a-z]{1,20}\.[a-zA-Z]{1,20}$/);
/** Digits and what stands between them: 1.2.3-beta.4. */
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

/** An unexpected error by its class and the positions in Carrel's code that it came from. */
export const faultSchema = z.strictObject({
  name: z.enum(faultNames),
  at: z.array(z.string().regex(positionPattern)).max(mostPositions).readonly(),
});

/**
 * Everything the log can hold. No field takes free text: each is a number, one of a closed set of words, or a position in the code; a name of a
 * call is checked against the contract by who writes it. So nothing of a record, a study, a person, a path or a secret can come in.
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

/** The word of the list, or "other": whatever the system or a library says is never taken over as it is. */
export const knownWords = {
  gone: (reason: string) => oneOf(goneReasons, reason),
  process: (name: string) => oneOf(processNames, name),
} as const;

function oneOf<T extends string>(words: readonly T[], word: string): T | 'other' {
  return words.find((known) => known === word) ?? 'other';
}
