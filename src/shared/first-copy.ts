import type { ErrorReport } from './errors.ts';

/** Sentences in which errors say that an earlier copy is unchanged. */
const ofEarlierCopy = /(?:Mirrored data is unchanged(?: and readable)?|The earlier copy stays)\.\s*/g;

/** The same error without those sentences, for a study or dataset that was never mirrored. */
export function withoutCopy({ code, message }: ErrorReport): ErrorReport {
  return { code, message: message.replaceAll(ofEarlierCopy, '').trim() };
}
