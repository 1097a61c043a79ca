import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exportFile } from '../../../src/core/export/export-file.ts';
import { everything, makeStudy, type StudyFixture } from '../query/study-fixture.ts';
import { made, planOf } from './plan.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  fixture.remove();
});

/** SHA-256 of a member of a zip, by Python's reader, which checks the CRC as well. */
function digestInZip(path: string, member: string): string {
  const script = `import hashlib, sys, zipfile; print(hashlib.sha256(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2])).hexdigest())`;
  return execFileSync('python3', ['-c', script, path, member], { encoding: 'utf8' }).trim();
}

test('a file of many pieces is the same in a zip as by itself', async () => {
  const rows = Array.from({ length: 12_000 }, (_, n) => ({ record_id: String(n), subject: '0012', result: `${n} `.repeat(40) }));
  fixture.add('labs', rows);
  const plan = planOf({ selection: everything('labs'), columns: ['record_id', 'subject', 'result'] });
  const [bare, zip] = [join(fixture.folder, 'labs.csv'), join(fixture.folder, 'labs.zip')];
  await exportFile(fixture.study, plan, { path: bare, replace: false, made });
  await exportFile(fixture.study, { ...plan, zip: { passphrase: null } }, { path: zip, replace: false, made });
  expect(digestInZip(zip, 'labs.csv')).toBe(createHash('sha256').update(readFileSync(bare)).digest('hex'));
});
