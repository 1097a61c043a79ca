import { datasets } from '../../shared/datasets/datasets.ts';
import { asDecided, orderVisits, type VisitDate } from '../../shared/derive/visit-order.ts';
import { plausibleBounds, wholeDate } from '../../shared/derive/plausible-date.ts';
import { decidedVisitsIn } from '../annotations/list-annotations.ts';
import { findColumn, sqlTime } from '../query/columns.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { quoted, rowTable } from '../store/database/layout.ts';
import { asOfOf } from '../store/database/status.ts';

/**
 * Returns the visits of labs and vital signs in order, user-defined if there is one; a partial date denotes no day. Call inside a snapshot.
 */
export function readVisitOrder(study: StudyReader): readonly string[] {
  const dates = new Map<string, VisitDate>();
  for (const name of ['labs', 'vitals'] as const) {
    const time = sqlTime(findColumn(datasets[name], 'collected'));
    const stored = study.db.prepare<[number, number], VisitDate>(
      `SELECT "subject" AS subject, "visit" AS visit, min(${time}) FILTER (WHERE ${time} BETWEEN ? AND ? AND length("collected") >= ${String(wholeDate)}) AS first
       FROM ${quoted(rowTable(name))}
       WHERE "subject" <> '' AND "visit" <> '' GROUP BY 1, 2`,
    );
    const { first, last } = plausibleBounds(asOfOf(study, name));
    for (const date of stored.all(first, last)) {
      const place = JSON.stringify([date.subject, date.visit]);
      const times = [dates.get(place)?.first ?? null, date.first].filter((first) => first !== null);
      dates.set(place, { ...date, first: times.length === 0 ? null : Math.min(...times) });
    }
  }
  const derived = orderVisits([...dates.values()]).map(({ visit }) => visit);
  return asDecided(derived, decidedVisitsIn(study));
}
