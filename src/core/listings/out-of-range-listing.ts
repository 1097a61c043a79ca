import { datasets } from '../../shared/datasets/datasets.ts';
import type { Condition, Selection } from '../../shared/query.ts';
import { compileSelection } from '../query/compile.ts';
import { findColumn } from '../query/columns.ts';
import { cellFetcher } from '../query/fetch-cells.ts';
import { selectRowids } from '../query/rows.ts';
import { inSnapshot } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { sqlRecords } from '../query/tables.ts';
import { type MakeListing } from './listing.ts';
import { formatCount, formatCountOf } from '../../shared/format-count.ts';
import { readNumber } from '../store/database/read-number.ts';

const dataset = datasets.labs;

/** Results outside the range of their own record, with cells as in the grid of labs. */
export const outOfRangeListing: MakeListing = ({ study }, { subjects, tests }) =>
  Promise.resolve(
    inSnapshot(study, () => {
      const ofTests: readonly Condition[] = tests === undefined ? [] : [{ column: 'test', op: 'in', values: tests }];
      const those = (where: readonly Condition[]): Selection => ({
        ...{ dataset: 'labs', search: '', chosen: null },
        where: [...ofTests, ...where],
        subjects: subjects === null ? null : [...subjects],
      });
      const rowids = selectRowids(study, dataset, those([{ column: 'range_flag', op: 'in', values: ['LOW', 'HIGH'] }]), []);
      const fetch = cellFetcher(study, dataset, columns);
      const all = countRows(study, those([]));
      const unflagged = countRows(study, those([{ column: 'range_flag', op: 'missing', values: [] }]));
      return {
        columns,
        rows: fetch(rowids).map(([, ...cells]) => cells),
        says:
          `${formatCount(rowids.length)} of ${formatCountOf(all, 'lab result')} ${rowids.length === 1 ? 'lies' : 'lie'} outside the range of ${rowids.length === 1 ? 'its' : 'their'} own record. ` +
          `${formatCountOf(unflagged, 'result')} ${unflagged === 1 ? 'has' : 'have'} no flag, because there is no range, or result and range cannot be compared; ${unflagged === 1 ? 'it is' : 'they are'} not included.`,
        anchor: null,
      };
    }),
  );

function countRows({ db }: StudyReader, selection: Selection): number {
  const where = compileSelection(dataset, selection);
  return readNumber(db, `SELECT count(*) FROM ${sqlRecords(dataset, dataset.columns)} WHERE ${where.text}`, ...where.values);
}

const columns = [
  ...['subject', 'visit', 'collected', 'test', 'test_code', 'result', 'result_number', 'unit', 'range_flag', 'range_low', 'range_high'],
  ...['times_upper_limit', 'record_id'],
].map((name) => findColumn(dataset, name));
