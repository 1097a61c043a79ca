/**
 * Variables that pass a secret to the command line. Every program of Carrel removes all of them from its environment, whichever it uses.
 */
export const secretVariables = {
  passphrase: 'CARREL_PASSPHRASE',
  clientSecret: 'CARREL_CLIENT_SECRET',
  packPassphrase: 'CARREL_PACK_PASSPHRASE',
  backupPassphrase: 'CARREL_BACKUP_PASSPHRASE',
  exportPassphrase: 'CARREL_EXPORT_PASSPHRASE',
  clientKeyPassphrase: 'CARREL_CLIENT_KEY_PASSPHRASE',
  proxyUser: 'CARREL_PROXY_USER',
  proxyPassword: 'CARREL_PROXY_PASSWORD',
} as const;
