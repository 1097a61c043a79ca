import { z } from 'zod';

/** What the days of a protected export are counted from, for each subject: its first date in the study, its baseline assessment, or the first date of a visit. */
const anchorSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('first-record') }),
  z.strictObject({ kind: z.literal('baseline') }),
  z.strictObject({ kind: z.literal('visit'), label: z.string().min(1).max(200) }),
]);
export type Anchor = z.output<typeof anchorSchema>;

/** For whom records are pseudonymised: each recipient has pseudonyms of its own, the same ones every time. */
export const protectionSchema = z.strictObject({ recipient: z.string().min(1).max(80), anchor: anchorSchema });

export function anchorWords(anchor: Anchor): string {
  switch (anchor.kind) {
    case 'first-record':
      return "the subject's first date in the study";
    case 'baseline':
      return 'the baseline assessment';
    case 'visit':
      return `the first date of visit “${anchor.label}”`;
  }
}
