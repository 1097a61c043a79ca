import { errnoOf } from '../platform/errno.ts';
import { StrangeXml } from './xml-text.ts';

/** Most bytes of XML in the sheets that describe an export. */
export const mostAboutBytes = 4 * 1024 * 1024;
/** Most bytes of a whole workbook, unpacked: five sheets of a million rows. */
export const mostBytes = 4 * 1024 * 1024 * 1024;

/** Returns a function that adds up bytes, calls `check`, and throws StrangeXml if they become too many. */
export function limited(most: number, check: () => void): (more: number) => void {
  let sum = 0;
  return (more) => {
    sum += more;
    if (sum > most) throw new StrangeXml('It is too large to check.');
    check();
  };
}

/** Returns null for a workbook not in the form of a spreadsheet program. `check` may stop the work with an error of its own. */
export async function orNull<T>(read: () => Promise<T | null>): Promise<T | null> {
  try {
    return await read();
  } catch (error: unknown) {
    if (error instanceof StrangeXml || isUnpackError(error)) return null;
    throw error;
  }
}

/** Errors of zlib, with codes such as Z_DATA_ERROR, and of invalid UTF-8. */
function isUnpackError(error: unknown): boolean {
  return /^(Z_|ERR_BUFFER|ERR_ENCODING)/.test(errnoOf(error));
}
