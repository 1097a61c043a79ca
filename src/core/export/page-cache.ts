/** KiB of decrypted pages held by a connection that a table is read from: where its rows lie together, more are no faster. */
export const cacheKiB = 16_384;
