import { createHash } from 'node:crypto';

/** What a partner organisation is given at registration (spec 5.1). The demo's are made of the seed: they guard nothing real. */
export interface Credentials {
  readonly partnerId: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The same credentials for the same seed, so that a stored connection works again after a restart. */
export function demoCredentials(seed: number): Credentials {
  const secret = createHash('sha256').update(`sandbox client secret ${seed}`).digest('hex').slice(0, 40);
  return { partnerId: 'DEMO-PARTNER', clientId: 'demo-client', clientSecret: `sbx-${secret}` };
}
