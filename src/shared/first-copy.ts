import type { ErrorReport } from './errors.ts';

/** The sentences by which errors say that an earlier copy stays as it was. */
const ofEarlierCopy = /(?:Mirrored data is unchanged(?: and readable)?|The earlier copy stays)\.\s*/g;

/** The same error told where nothing was mirrored yet: it does not speak of a copy that is not there. */
export function withoutCopy({ category, message }: ErrorReport): ErrorReport {
  return { category, message: message.replaceAll(ofEarlierCopy, '').trim() };
}
