/** A long trial of one promise: `npm run campaign -- NAME`. Its short form is part of `npm test -- --all`. */
export interface Campaign {
  readonly name: string;
  /** One line for --help. */
  readonly says: string;
  /** Number of cases in the long and in the short form. */
  readonly long: number;
  readonly short: number;
  run(options: CampaignOptions): Promise<CampaignResult>;
  /** Serves what the campaign runs against until the process is told to stop (`--serve`). */
  serve?(data: string, port: number): Promise<void>;
}

export interface CampaignOptions {
  /** Number of cases; a campaign over a fixed list of cases takes no more than it has. */
  readonly n: number;
  readonly seed: number;
  readonly form: 'short' | 'long';
  /** A folder outside the project (`--data`), or null. */
  readonly data: string | null;
  /** Reports progress. */
  readonly say: (line: string) => void;
}

export interface CampaignResult {
  /** Number of cases that ran, without skipped ones. */
  readonly cases: number;
  /** One sentence each, with what is needed to repeat it: seed and case. Empty if the promise holds. */
  readonly failures: readonly string[];
  readonly skipped: readonly { readonly what: string; readonly why: string }[];
  /** Counts and figures worth recording. */
  readonly figures: Readonly<Record<string, number | string>>;
}
