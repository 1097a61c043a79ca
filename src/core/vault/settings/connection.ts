import { connectionSchema, type Connection } from '../../../shared/connection.ts';
import { guarded, type VaultDatabase } from '../database.ts';

/** How to reach the partner service, with the secret for authentication. */
export interface Credentials {
  readonly connection: Connection;
  readonly secret: string;
}

/** The stored connection, or null before the first `connect`. */
export function readConnection(db: VaultDatabase): Credentials | null {
  const row = guarded(() =>
    db.prepare<[], { readonly detail: string; readonly secret: string }>('SELECT detail, secret FROM connection').get(),
  );
  return row === undefined ? null : { connection: connectionSchema.parse(JSON.parse(row.detail)), secret: row.secret };
}

/** Replaces the stored connection. Call inside a `writeVault` change. */
export function storeConnection(db: VaultDatabase, connection: Connection, secret: string): void {
  db.prepare(
    'INSERT INTO connection (id, detail, secret) VALUES (1, :detail, :secret) ON CONFLICT (id) DO UPDATE SET detail = :detail, secret = :secret',
  ).run({ detail: JSON.stringify(connection), secret });
}
