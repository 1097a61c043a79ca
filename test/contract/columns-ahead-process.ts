import { readColumnsAhead, tidyAhead } from '../../src/core/query/columns-ahead.ts';
import { createColumnsInMemory } from '../../src/core/query/columns-in-memory/columns-in-memory.ts';
import { openStaged, openStudyForReading } from '../../src/core/store/study-file/study-file.ts';

// Reads the columns of staged labs, or adopts them after the flip as the preparer does, for a test that kills it. Arguments: 'read' or
// 'adopt', file, key in hex, study number.
const [what = '', path = '', key = '', study = ''] = process.argv.slice(2);
const access = { path, key: Buffer.from(key, 'hex') };
const limits = { fewestRows: 0, mostBytes: 1e9 };
if (what === 'read') {
  const staged = openStaged(access, study);
  if (staged === null || !(await readColumnsAhead(staged, 'labs', limits))) process.exitCode = 1;
  staged?.close();
} else {
  const shown = openStudyForReading(path, access.key, study, null);
  const columns = createColumnsInMemory(limits);
  columns.prepare(shown, 'labs');
  await columns.settled();
  tidyAhead(shown);
  shown.close();
}
