import { AppError } from '../../../shared/errors.ts';
import { isDemoConnection } from '../../client/demo-connection.ts';
import type { Vault } from '../vault.ts';

/**
 * For a runtime that may see synthetic data only: throws USAGE if a data folder is connected to a service other than the demo or contains a
 * study from elsewhere, wherever the folder was created. The folder's own flag is not trusted: the connection is checked again.
 */
export function assertOnlySynthetic(vault: Pick<Vault, 'connection' | 'studies'>): void {
  const connection = vault.connection()?.connection ?? null;
  const isForeign = connection !== null && !isDemoConnection(connection);
  if (!isForeign && vault.studies().every(({ demo }) => demo)) return;
  throw new AppError(
    'USAGE',
    'This is a development runtime, which shows synthetic studies of the demo service only, and this data folder contains others. Nothing was shown or changed. Open it with an installed Carrel, or start with another data folder.',
  );
}
