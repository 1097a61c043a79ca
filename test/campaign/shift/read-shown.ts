import type { TestHost } from '../../contract/study-host.ts';
import { contentOf, type MovingDataset } from './moving-data.ts';

/** What a study's file shows of a dataset. */
export interface Shown {
  /** See `contentOf`. */
  readonly content: string;
  readonly records: number;
  /** Digests of the pages behind it, in page order. */
  readonly digests: readonly string[];
  /** As-of time and generation as one text: they move with what is shown only. */
  readonly state: string;
  /** Pages of its proof that an interrupted run had read. */
  readonly resumedPages: number;
}

const revisionColumn = { medications: 'dose', vitals: 'result_number' } as const satisfies Record<MovingDataset, string>;

export function readShown(host: TestHost, study: string, datasets: readonly MovingDataset[]): ReadonlyMap<MovingDataset, Shown> {
  return host.read(study, ({ db }) => {
    const state = db.prepare<[string], { readonly state: string; readonly pass: number | null; readonly resumed: number }>(
      `SELECT ifnull(as_of, '') || '/' || ifnull(s.generation, 0) AS state, s.pass, ifnull(p.proof ->> '$.resumedPages', 0) AS resumed
      FROM state s LEFT JOIN pass p ON p.id = s.pass WHERE s.dataset = ?`,
    );
    const pages = db.prepare<[number | null], string>('SELECT digest FROM page WHERE pass = ? ORDER BY number').pluck();
    return new Map(
      datasets.map((dataset) => {
        const rows = db
          .prepare<[], { readonly id: string; readonly revision: number }>(
            `SELECT record_id AS id, ${revisionColumn[dataset]} AS revision FROM ${dataset}`,
          )
          .all();
        const { state: text, pass, resumed } = state.get(dataset) ?? { state: '', pass: null, resumed: 0 };
        return [dataset, { content: contentOf(rows), records: rows.length, digests: pages.all(pass), state: text, resumedPages: resumed }];
      }),
    );
  });
}
