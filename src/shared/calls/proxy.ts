import { z } from 'zod';
import { proxyAsksSchema } from '../proxy-asks.ts';

const proxy = proxyAsksSchema.shape.proxy;
const user = z.string().min(1).max(256);

/** User names and passwords of proxies; given before there is a vault, they are kept when one is made. */
export const proxyCalls = {
  'proxy.list': { host: 'main', input: z.undefined(), output: z.array(z.strictObject({ proxy, user: z.string() })) },
  'proxy.keep': { host: 'main', input: z.strictObject({ proxy, user, password: z.string().max(1024) }), output: z.undefined() },
  'proxy.forget': { host: 'main', input: z.strictObject({ proxy }), output: z.undefined() },
} as const;

export const proxyEvents = {
  /** A sync was not let through. */
  'proxy.asks': proxyAsksSchema,
} as const;
