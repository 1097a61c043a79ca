import { z } from 'zod';
import { proxyAsksSchema } from '../proxy-asks.ts';

const proxy = proxyAsksSchema.shape.proxy;
const user = z.string().min(1).max(256);

/** User names and passwords for proxies. If entered before there is a vault, they are stored when one is created. */
export const proxyCalls = {
  'proxy.list': { host: 'main', input: z.undefined(), output: z.array(z.strictObject({ proxy, user: z.string() })) },
  'proxy.keep': { host: 'main', input: z.strictObject({ proxy, user, password: z.string().max(1024) }), output: z.undefined() },
  'proxy.forget': { host: 'main', input: z.strictObject({ proxy }), output: z.undefined() },
} as const;

export const proxyEvents = {
  /** A proxy blocked a sync. */
  'proxy.asks': proxyAsksSchema,
} as const;
