import { tally, type Measure } from './measure.ts';
import { labId } from './observation-records.ts';
import { cell, readRows } from './rows.ts';
import { PILOT } from './studies.ts';

/** The compared flags; ABNORMAL is for texts, which have no limits. */
const COMPARED = new Set(['LOW', 'NORMAL', 'HIGH']);

/** The flag of each record with a range against LBNRIND. */
export const flags: Measure = {
  name: 'flags',
  async take({ folder, mirrored }) {
    const theirs = new Map(readRows(folder, 'lb').map((row) => [labId(row), row]));
    const differing: string[] = [];
    const [compared, unranged] = [new Set<string>(), new Set<string>()];
    for (const row of await mirrored.rows(PILOT, 'labs')) {
      const id = cell(row, 'record_id') ?? '';
      const truth = theirs.get(id) ?? {};
      const given = cell(truth, 'LBNRIND') ?? '';
      if (!COMPARED.has(given)) continue;
      if (cell(truth, 'LBORNRLO') === undefined && cell(truth, 'LBORNRHI') === undefined) {
        unranged.add(id);
        continue;
      }
      compared.add(id);
      const ours = cell(row, 'range_flag') ?? 'none';
      if (ours !== given) differing.push(`${cell(truth, 'LBTESTCD') ?? ''}: ${ours} for ${given}`);
    }
    return {
      figures: {
        'flags compared with LBNRIND': compared.size,
        'flags that differ': differing.length === 0 ? 0 : `${differing.length} (${tally(differing)})`,
        'NORMAL without a range, not compared': unranged.size,
      },
      failures: differing.length === 0 ? [] : [`${differing.length} flags differ from LBNRIND: ${tally(differing)}`],
    };
  },
};
