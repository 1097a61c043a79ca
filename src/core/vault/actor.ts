import { userInfo } from 'node:os';

/** Who the trail names: the account of this session, or its number where it has no name. */
export function currentActor(): string {
  try {
    return userInfo().username.slice(0, 128);
  } catch {
    return process.getuid === undefined ? 'unknown' : `uid ${process.getuid()}`;
  }
}
