import { z } from 'zod';

/** What a proxy asked for: its scheme, host and port, and what can be done about it. */
export const proxyAsksSchema = z.strictObject({
  /** `http://proxy.example.org:3128` */
  proxy: z.string().max(512),
  /** The proxy itself is reached over TLS, so its password cannot be read on the line. */
  overTls: z.boolean(),
  /** The proxy accepts a user name and password by HTTP Basic. */
  isBasic: z.boolean(),
  /** The proxy was given a user name and password and refused them. */
  isRefused: z.boolean(),
});
export type ProxyAsks = z.infer<typeof proxyAsksSchema>;
