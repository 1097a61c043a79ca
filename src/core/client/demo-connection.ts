import type { Connection } from '../../shared/connection.ts';
import { isLoopback, parseBaseUrl } from './base-url.ts';

/** The sandbox's partner id; together with a service on this computer it makes a connection a demo. */
const demoPartner = 'DEMO-PARTNER';

/** Whether a connection leads to a sandbox, whose data is marked as demo data everywhere. Throws USAGE for an invalid base URL. */
export function isDemoConnection({ baseUrl, partnerId }: Pick<Connection, 'baseUrl' | 'partnerId'>): boolean {
  return partnerId === demoPartner && isLoopback(parseBaseUrl(baseUrl));
}
