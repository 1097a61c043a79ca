import type { Connection } from '../../../shared/connection.ts';

/** What the first run is to end with. */
export type Intention =
  | { readonly kind: 'demo' }
  /** The study of the site pack that was chosen last. */
  | { readonly kind: 'pack'; readonly passphrase: string }
  | { readonly kind: 'service'; readonly connection: Connection; readonly secret: string; readonly study: string };

/** How this computer's copy is locked. Null passphrase: with the system's key store alone. */
export interface Protection {
  readonly passphrase: string | null;
  readonly keyStore: boolean;
}
