import { MemberTooLarge } from './zip-stream.ts';

/** Writes a zip that any reader opens, and starts again with ZIP64 fields if a member turns out to be larger than 4 GiB. */
export async function roomyWhereNeeded<T>(write: (isLarge: boolean) => Promise<T>): Promise<T> {
  try {
    return await write(false);
  } catch (error: unknown) {
    if (!(error instanceof MemberTooLarge)) throw error;
    return write(true);
  }
}
