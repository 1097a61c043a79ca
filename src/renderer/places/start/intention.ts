import type { Connection } from '../../../shared/connection.ts';

/** How the first run gets its studies. */
export type Intention =
  | { readonly kind: 'demo' }
  /** Imports the site pack that was chosen last. */
  | { readonly kind: 'pack'; readonly passphrase: string }
  | { readonly kind: 'service'; readonly connection: Connection; readonly secret: string; readonly study: string };

/** How this computer's copy is locked. A null passphrase means the system key store only. */
export interface Protection {
  readonly passphrase: string | null;
  readonly keyStore: boolean;
}
