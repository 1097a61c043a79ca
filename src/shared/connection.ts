import { z } from 'zod';
import { errorCodes, type ErrorCode } from './errors.ts';
import { proxyAsksSchema } from './proxy-asks.ts';

/** How a client proves itself to the token endpoint: in the request's body, by HTTP Basic (RFC 6749, 2.3.1), in the address. */
export const tokenStyles = ['body', 'basic', 'query'] as const;

/** The scope that the interface names (spec 5.3). */
export const usualScope = 'full';

/** SHA-256 in base64, as `openssl … -pubkey | … dgst -sha256 -binary | base64` gives it. */
const pinPattern = /^[A-Za-z0-9+/]{43}=$/;
const mostPins = 8;

/** How to reach one partner service; the secret travels beside it, never in it. */
export const connectionSchema = z.strictObject({
  baseUrl: z.string().max(2048),
  partnerId: z.string().min(1).max(256),
  clientId: z.string().min(1).max(256),
  /** The specification lists the token parameters as query parameters and shows them in the body (spec 5.4); `basic` is for gateways. */
  tokenStyle: z.enum(tokenStyles),
  /** Asked for instead of the interface's own scope; empty: none is asked for. Scope tokens (RFC 6749, 3.3), one space between them. */
  scope: z
    .string()
    .max(1024)
    .regex(/^([\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*)?$/)
    .optional(),
  /** For whom the token is asked, where a gateway wants to know. */
  audience: z
    .string()
    .max(1024)
    .regex(/^[\x21-\x7e]+$/)
    .optional(),
  /** Where tokens are asked for, if elsewhere than the interface says; checked by `parseTokenUrl`. */
  tokenUrl: z.string().max(2048).optional(),
  /** SHA-256 of the public keys (SPKI, base64) of which the service must prove one, besides a trusted certificate; absent: any. */
  pins: z.array(z.string().regex(pinPattern)).min(1).max(mostPins).optional(),
  /** Requests a second at most, for a service that says so; absent: as many as it answers well. */
  maxRequestsPerSecond: z.number().min(0.01).max(1000).optional(),
  /** How long a service that does nothing but fail is waited for; absent: two minutes. */
  patienceSeconds: z.int().min(1).max(3600).optional(),
  /** True for the built-in sandbox: its data is marked as demo data everywhere. */
  demo: z.boolean(),
});
export type Connection = z.infer<typeof connectionSchema>;

/** Pins as typed: divided by commas or blanks, each with or without `sha256/` before it; undefined where none is typed, null where one is none. */
export function readPins(text: string): Connection['pins'] | null {
  const typed = text.split(/[\s,]+/).filter((pin) => pin !== '');
  if (typed.length === 0) return undefined;
  const read = connectionSchema.shape.pins.safeParse(typed.map((pin) => pin.replace(/^sha256\//, '')));
  return read.success ? read.data : null;
}

/** What of a connection a refused token speaks against; `gateway`: nothing of it that is known. */
const refusedParts = ['client', 'scope', 'audience', 'address', 'certificate', 'gateway'] as const;
export type RefusedPart = (typeof refusedParts)[number];

export const testStepNames = ['dns', 'tls', 'token', 'study'] as const;
const codes = Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]];
const testStepSchema = z.strictObject({
  step: z.enum(testStepNames),
  state: z.enum(['ok', 'failed', 'skipped']),
  /** Milliseconds. */
  took: z.number(),
  says: z.string(),
  /** Why it failed; null where it did not. */
  category: z.enum(codes).nullable(),
  /** Where a token was refused. */
  about: z.enum(refusedParts).optional(),
});
export type TestStep = z.infer<typeof testStepSchema>;

/** The four steps of a connection test and a report for support without secret, token or data. */
export const testResultSchema = z.strictObject({
  steps: z.array(testStepSchema),
  report: z.string(),
  /** What the proxy on the way asked for instead of letting the test through; null: nothing. */
  proxyAsks: proxyAsksSchema.nullable(),
});
export type TestResult = z.infer<typeof testResultSchema>;
