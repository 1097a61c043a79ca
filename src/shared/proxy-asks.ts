import { z } from 'zod';

/** What a proxy asked for: scheme, host and port of the proxy, and what can be done about it. */
export const proxyAsksSchema = z.strictObject({
  /** `http://proxy.example.org:3128` */
  proxy: z.string().max(512),
  /** The proxy is itself reached over TLS: a password for it is not readable on the line. */
  overTls: z.boolean(),
  /** A user name and password as they are would do. */
  isBasic: z.boolean(),
  /** It was given a user name and password, and refused them. */
  isRefused: z.boolean(),
});
export type ProxyAsks = z.infer<typeof proxyAsksSchema>;
