/** Usual folder names of file-syncing services, in any location. */
const services: readonly (readonly [name: string, folder: RegExp])[] = [
  ['OneDrive', /^OneDrive( - .+|-.+)?$/i],
  ['Dropbox', /^Dropbox( \(.+\)|-.+)?$/i],
  ['Google Drive', /^(Google ?Drive(-.+)?|My Drive)$/i],
  ['iCloud', /^(iCloud ?Drive|com~apple~CloudDocs|Mobile Documents)$/i],
  ['Box', /^Box( Sync|-.+)?$/],
  ['Nextcloud', /^Nextcloud$/i],
];

/** The service that seems to sync one of the parent folders of this file, judged by the usual folder names; null if none matches. */
export function cloudServiceOf(path: string): string | null {
  const folders = path.split(/[\\/]/).slice(0, -1);
  return services.find(([, folder]) => folders.some((name) => folder.test(name)))?.[0] ?? null;
}
