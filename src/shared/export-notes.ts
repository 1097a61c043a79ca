import type { ExportNotes } from './calls/export.ts';
import { formatCount } from './format-count.ts';

/** Counted while an export is written; final after its last piece. */
export type CountedNotes = { -readonly [K in keyof ExportNotes]: ExportNotes[K] };

export function noNotes(): CountedNotes {
  return { guarded: 0, cut: 0, stripped: 0, numbersAsText: 0, numbersMissing: 0, replaced: 0, nul: 0, withheld: 0, undated: 0 };
}

interface NoteWords {
  readonly note: keyof ExportNotes;
  readonly says: {
    /** On the About sheet, before the number. */
    readonly heading: string;
    /** What is counted and what happened to it: "3 texts were cut …". */
    readonly one: string;
    readonly many: string;
    readonly what: string;
  };
}

/** The wording of each export note, used wherever notes are shown. */
export const exportNoteWords: readonly NoteWords[] = [
  {
    note: 'guarded',
    says: {
      heading: 'Texts with an apostrophe in front',
      one: 'text got',
      many: 'texts got',
      what: 'an apostrophe in front, so that no spreadsheet treats it as a formula.',
    },
  },
  {
    note: 'cut',
    says: {
      heading: 'Texts that were cut',
      one: 'text was',
      many: 'texts were',
      what: "cut at the format's limit. CSV and Dataset-JSON keep them in full.",
    },
  },
  {
    note: 'stripped',
    says: {
      heading: 'Characters left out',
      one: 'character was',
      many: 'characters were',
      what: 'left out because the format allows none of the kind.',
    },
  },
  {
    note: 'numbersAsText',
    says: {
      heading: 'Numbers kept as text',
      one: 'number stands',
      many: 'numbers stand',
      what: 'as text, because a spreadsheet would change the digits.',
    },
  },
  {
    note: 'numbersMissing',
    says: {
      heading: 'Numbers that are missing',
      one: 'number is',
      many: 'numbers are',
      what: 'missing, because the format has no such numbers.',
    },
  },
  {
    note: 'replaced',
    says: {
      heading: 'Characters U+FFFD',
      one: 'character is',
      many: 'characters are',
      what: 'U+FFFD, which replaces half a character that was sent (Issues lists those records) or was itself sent.',
    },
  },
  {
    note: 'nul',
    says: {
      heading: 'Characters U+0000',
      one: 'character is',
      many: 'characters are',
      what: 'U+0000, at which some programs end a text.',
    },
  },
  {
    note: 'withheld',
    says: {
      heading: 'Texts withheld',
      one: 'text was',
      many: 'texts were',
      what: 'withheld: not reviewed and released, or possibly containing a name or a date.',
    },
  },
  {
    note: 'undated',
    says: {
      heading: 'Dates without a day',
      one: 'date has',
      many: 'dates have',
      what: 'no day: partial, or of a subject without a date to count days from.',
    },
  },
];

/** One sentence per kind of note that occurred: "3 texts were cut at the format's limit. …". */
export function sayExportNotes(notes: ExportNotes): readonly string[] {
  return exportNoteWords
    .filter(({ note }) => notes[note] > 0)
    .map(({ note, says }) => `${formatCount(notes[note])} ${notes[note] === 1 ? says.one : says.many} ${says.what}`);
}
