import { StrangeXml } from './xml-text.ts';

/** Bytes of XML of the sheets that tell of an export. */
export const mostAboutBytes = 4 * 1024 * 1024;
/** Of a whole workbook, unpacked: five sheets of a million rows. */
export const mostBytes = 4 * 1024 * 1024 * 1024;

/** Adds up, looks whether to go on, and ends where it becomes too much. */
export function limited(most: number, check: () => void): (more: number) => void {
  let sum = 0;
  return (more) => {
    sum += more;
    if (sum > most) throw new StrangeXml('It is too large to check.');
    check();
  };
}

/** What is no workbook in the form of a spreadsheet program has nothing to say. `check` may end the work with an error of its own. */
export async function orNull<T>(read: () => Promise<T | null>): Promise<T | null> {
  try {
    return await read();
  } catch (error: unknown) {
    if (error instanceof StrangeXml || isUnpackError(error)) return null;
    throw error;
  }
}

/** Of zlib, whose errors have codes such as Z_DATA_ERROR, and of bytes that are no UTF-8. */
function isUnpackError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^(Z_|ERR_BUFFER|ERR_ENCODING)/.test(error.code);
}
