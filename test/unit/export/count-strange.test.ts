import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exportFile } from '../../../src/core/export/export-file.ts';
import { exportFormats } from '../../../src/shared/export-formats.ts';
import { everything, makeStudy, type StudyFixture } from '../query/study-fixture.ts';
import { made, planOf } from './plan.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
  fixture.add('labs', [
    { record_id: 'a', subject: '0012', visit: 'C1\0D1', result: 'half \ud800 of one, \ufffd sent' },
    { record_id: 'b', subject: '0012', visit: 'C1D1', result: '\0\0' },
    { record_id: 'c', subject: '0012', visit: 'C1D1', result: 'plain' },
  ]);
});
afterEach(() => {
  fixture.remove();
});

test.each(exportFormats.filter((format) => format !== 'ndjson'))('%s reports replaced characters and NULs', async (format) => {
  const plan = planOf({ selection: everything('labs'), columns: ['subject', 'visit', 'result'], format });
  const outcome = await exportFile(fixture.study, plan, { path: join(fixture.folder, 'out'), replace: true, made });
  expect(outcome).toMatchObject({ replaced: 2, nul: 3 });
});
