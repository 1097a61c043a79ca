/** A long trial of one promise: `npm run campaign -- NAME`, its short form within `npm test -- --all`. */
export interface Campaign {
  readonly name: string;
  /** One line for --help. */
  readonly says: string;
  /** Cases of the long form, and of the short one. */
  readonly long: number;
  readonly short: number;
  run(options: CampaignOptions): Promise<CampaignResult>;
  /** Serves what the campaign runs against until the process is told to stop (`--serve`). */
  serve?(data: string, port: number): Promise<void>;
}

export interface CampaignOptions {
  /** How many cases; a campaign over a fixed list of cases may take fewer than it has, never more. */
  readonly n: number;
  readonly seed: number;
  readonly form: 'short' | 'long';
  /** A folder that is not part of the project (`--data`); null where none was given. */
  readonly data: string | null;
  /** Tells how far it is. */
  readonly say: (line: string) => void;
}

export interface CampaignResult {
  /** Cases that ran; those that were skipped are not among them. */
  readonly cases: number;
  /** One sentence each; none: it holds. Enough to repeat it: seed, case. */
  readonly failures: readonly string[];
  readonly skipped: readonly { readonly what: string; readonly why: string }[];
  /** Counts and figures worth keeping. */
  readonly figures: Readonly<Record<string, number | string>>;
}
