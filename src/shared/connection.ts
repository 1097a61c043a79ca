import { z } from 'zod';
import { errorCodes, type ErrorCode } from './errors.ts';
import { proxyAsksSchema } from './proxy-asks.ts';

/** How a client authenticates at the token endpoint: in the request body, by HTTP Basic (RFC 6749, 2.3.1), or in the URL. */
export const tokenStyles = ['body', 'basic', 'query'] as const;

/** The scope that the interface names (spec 5.3). */
export const usualScope = 'full';

/** SHA-256 in base64, as produced by `openssl … -pubkey | … dgst -sha256 -binary | base64`. */
const pinPattern = /^[A-Za-z0-9+/]{43}=$/;
const mostPins = 8;

/** How to reach one partner service. The secret is passed separately and is never part of this. */
export const connectionSchema = z.strictObject({
  baseUrl: z.string().max(2048),
  partnerId: z.string().min(1).max(256),
  clientId: z.string().min(1).max(256),
  /** The specification lists the token parameters as query parameters and shows them in the body (spec 5.4); `basic` is for gateways. */
  tokenStyle: z.enum(tokenStyles),
  /** Replaces the scope of the interface; empty for no scope. Scope tokens (RFC 6749, 3.3) separated by one space. */
  scope: z
    .string()
    .max(1024)
    .regex(/^([\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*)?$/)
    .optional(),
  /** The audience parameter of the token request, if a gateway requires one. */
  audience: z
    .string()
    .max(1024)
    .regex(/^[\x21-\x7e]+$/)
    .optional(),
  /** The token endpoint, if it differs from the interface's; checked by `parseTokenUrl`. */
  tokenUrl: z.string().max(2048).optional(),
  /** SHA-256 of public keys (SPKI, base64). The service must prove one of them in addition to a trusted certificate; absent: any key. */
  pins: z.array(z.string().regex(pinPattern)).min(1).max(mostPins).optional(),
  /** Maximum number of requests per second, if the service states one; absent: as many as it answers well. */
  maxRequestsPerSecond: z.number().min(0.01).max(1000).optional(),
  /** How long to wait for a service that only fails; absent: two minutes. */
  patienceSeconds: z.int().min(1).max(3600).optional(),
  /** True for the built-in sandbox: its data is marked as demo data everywhere. */
  demo: z.boolean(),
});
export type Connection = z.infer<typeof connectionSchema>;

/**
 * Pins as typed: separated by commas or whitespace, each with or without `sha256/` in front. Returns undefined if none was typed, null if
 * one is invalid.
 */
export function readPins(text: string): Connection['pins'] | null {
  const typed = text.split(/[\s,]+/).filter((pin) => pin !== '');
  if (typed.length === 0) return undefined;
  const read = connectionSchema.shape.pins.safeParse(typed.map((pin) => pin.replace(/^sha256\//, '')));
  return read.success ? read.data : null;
}

/** The part of a connection that a refused token points to; `gateway`: none that is known. */
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
  /** Why the step failed; null if it did not. */
  code: z.enum(codes).nullable(),
  /** Set if a token was refused. */
  about: z.enum(refusedParts).optional(),
});
export type TestStep = z.infer<typeof testStepSchema>;

/** The four steps of a connection test, and a report for support without secret, token or data. */
export const testResultSchema = z.strictObject({
  steps: z.array(testStepSchema),
  report: z.string(),
  /** What a proxy asked for instead of letting the test through; null for nothing. */
  proxyAsks: proxyAsksSchema.nullable(),
});
export type TestResult = z.infer<typeof testResultSchema>;
