import type { TestHost } from '../../contract/study-host.ts';
import { contentOf, type MovingDataset } from './moving-data.ts';

/** What a study's file shows of a dataset. */
export interface Shown {
  /** See `contentOf`. */
  readonly content: string;
  readonly records: number;
  /** Digests of the pages behind it, in page order. */
  readonly digests: readonly string[];
  /** As-of time and generation as one text: they change only with what is shown. */
  readonly state: string;
  /** What its proof says; the as-of time in milliseconds. */
  readonly confirmed: boolean;
  readonly asOf: number;
  /** Keys of the records that vanished, by the ledger. */
  readonly vanished: readonly string[];
}

const revisionColumn = { medications: 'dose', vitals: 'result_number' } as const satisfies Record<MovingDataset, string>;

export function readShown(host: TestHost, study: string, datasets: readonly MovingDataset[]): ReadonlyMap<MovingDataset, Shown> {
  return host.read(study, ({ db }) => {
    const state = db.prepare<
      [string],
      { readonly state: string; readonly pass: number | null; readonly confirmed: number; readonly asOf: string }
    >(
      `SELECT ifnull(as_of, '') || '/' || ifnull(s.generation, 0) AS state, s.pass, ifnull(p.proof ->> '$.confirmed', 0) AS confirmed, ifnull(as_of, '') AS asOf
      FROM state s LEFT JOIN pass p ON p.id = s.pass WHERE s.dataset = ?`,
    );
    const pages = db.prepare<[number | null], string>('SELECT digest FROM page WHERE pass = ? ORDER BY number').pluck();
    const vanished = db.prepare<[string], string>("SELECT key FROM change WHERE dataset = ? AND kind = 'vanished'").pluck();
    return new Map(
      datasets.map((dataset) => {
        const rows = db
          .prepare<[], { readonly id: string; readonly revision: number }>(
            `SELECT record_id AS id, ${revisionColumn[dataset]} AS revision FROM ${dataset}`,
          )
          .all();
        const { state: text, pass, confirmed, asOf } = state.get(dataset) ?? { state: '', pass: null, confirmed: 0, asOf: '' };
        const says = { confirmed: confirmed === 1, asOf: Date.parse(asOf), vanished: vanished.all(dataset) };
        return [dataset, { content: contentOf(rows), records: rows.length, digests: pages.all(pass), state: text, ...says }];
      }),
    );
  });
}
