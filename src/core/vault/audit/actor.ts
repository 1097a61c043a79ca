import { userInfo } from 'node:os';

/** The actor named in the audit trail: the account name of this session, or its number if it has no name. */
export function currentActor(): string {
  try {
    return userInfo().username.slice(0, 128);
  } catch {
    return process.getuid === undefined ? 'unknown' : `uid ${process.getuid()}`;
  }
}
