/** Names that the folders of file-syncing services have, wherever they lie. */
const services: readonly (readonly [name: string, folder: RegExp])[] = [
  ['OneDrive', /^OneDrive( - .+|-.+)?$/i],
  ['Dropbox', /^Dropbox( \(.+\)|-.+)?$/i],
  ['Google Drive', /^(Google ?Drive(-.+)?|My Drive)$/i],
  ['iCloud', /^(iCloud ?Drive|com~apple~CloudDocs|Mobile Documents)$/i],
  ['Box', /^Box( Sync|-.+)?$/],
  ['Nextcloud', /^Nextcloud$/i],
];

/**
 * The service that a folder on the way to this file seems to be copied to by itself, judged by the folders' usual names; null where
 * none has such a name.
 */
export function cloudServiceOf(path: string): string | null {
  const folders = path.split(/[\\/]/).slice(0, -1);
  return services.find(([, folder]) => folders.some((name) => folder.test(name)))?.[0] ?? null;
}
