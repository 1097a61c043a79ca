import { createReadStream } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { parseKeepingDigits } from '../../cli/service.ts';
import { exportLabs } from './exported-file.ts';
import { columns, hostileLab, recordIdOf } from './hostile-labs.ts';
import { judgeRows } from './judge-rows.ts';
import { linesOf } from './lines.ts';
import type { FormatTrial } from './trial.ts';

/** One line per resource, equal as JSON to what the service sent, with the digits of its numbers. */
export const resourceTrial: FormatTrial = {
  format: 'ndjson',
  async run(dataDir, path, expected) {
    const file = await exportLabs(dataDir, path, 'ndjson');
    const rows = async function* (): AsyncGenerator<readonly (string | null)[]> {
      for await (const line of linesOf(createReadStream(path))) {
        const { id } = parseKeepingDigits(line) as { readonly id: string };
        const { resource, cells } = hostileLab(Number(id), expected.seed);
        const isSame = isDeepStrictEqual(parseKeepingDigits(line), parseKeepingDigits(resource));
        // A line that differs yields no cells, which the judge then reports.
        yield isSame && id === recordIdOf(Number(id)) ? cells : [id, ...columns.slice(1).map(() => `not as sent: ${line}`)];
      }
    };
    return { file, failures: await judgeRows(rows(), expected, String, (found, cell) => found === cell), skipped: [] };
  },
};
