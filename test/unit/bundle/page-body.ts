import { parseBundle } from '../../../src/core/bundle/bundle.ts';

/** The first members of a page. */
export const head = '"resourceType":"Bundle","type":"searchset"';

/** 'OK' if the page is accepted, else the code of its error. */
export function codeOf(body: Buffer | string): string {
  try {
    parseBundle(Buffer.from(body));
    return 'OK';
  } catch (error: unknown) {
    return (error as { code: string }).code;
  }
}
