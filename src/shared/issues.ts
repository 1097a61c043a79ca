/**
 * Every way in which a record can deviate from the interface. `quarantines`: the record is kept in the pages and listed, but not shown in
 * the dataset.
 */
export const issueRules = {
  'wrong-type': { quarantines: false, says: 'A field has a different type than the interface describes; it is shown empty.' },
  'missing-field': { quarantines: false, says: 'A field that every record of this kind carries is missing.' },
  'unparsable-date': {
    quarantines: false,
    says: 'A date-time cannot be read as a date; it is shown as sent and not sorted by date.',
  },
  'unexpected-value': { quarantines: false, says: "A value is not in the interface's list of values; it is kept as sent." },
  'unreadable-change': { quarantines: false, says: 'A change is not a signed value in mm; the text is kept, the number is empty.' },
  'number-out-of-range': { quarantines: false, says: 'A number is too large to represent; its digits are kept as sent.' },
  'several-values': { quarantines: false, says: 'A field that usually has one value has several; the first is shown.' },
  'one-of-two': {
    quarantines: false,
    says: 'A field that should occur twice, for two things, occurs once; it is used for the first.',
  },
  'unknown-field': { quarantines: false, says: 'The record has a field that the interface does not describe.' },
  'unknown-extension': { quarantines: false, says: 'The record has an extension that the interface does not describe.' },
  'invalid-text': {
    quarantines: false,
    says: 'A text contains an invalid Unicode character (a lone surrogate); it is kept as sent in the page.',
  },
  'duplicate-field': { quarantines: false, says: 'A record contains a field twice; the last one is shown, as is usual for JSON.' },
  'repeated-member': { quarantines: false, says: 'The Group lists a subject more than once; the subject is shown once.' },
  'no-resource': { quarantines: true, says: 'An entry contains no resource.' },
  'other-resource-type': { quarantines: true, says: 'An entry contains a different type of resource than requested.' },
  'too-large': {
    quarantines: true,
    says: "A record exceeds Carrel's limits: 4 MiB, 50,000 values, or an identifier of 1,024 characters.",
  },
  'no-key': { quarantines: true, says: 'A record has no identifier.' },
  'other-study': { quarantines: true, says: 'A record names a different study than the one requested.' },
} as const satisfies Record<string, { readonly quarantines: boolean; readonly says: string }>;

export type IssueRule = keyof typeof issueRules;

/** One issue of one record. `path` is a source path of the record, never a value. */
export interface RecordIssue {
  readonly rule: IssueRule;
  readonly path: string;
}
