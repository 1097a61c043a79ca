import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSharedTexts } from '../../../../src/core/export/protect/shared-texts.ts';
import { datasets } from '../../../../src/shared/datasets/datasets.ts';
import { makeStudy, type StudyFixture } from '../../query/study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  fixture.remove();
});

interface Row {
  readonly subject: string | null;
  readonly medication: string | null;
  readonly study: string | null;
  readonly omop_rules: readonly string[] | null;
}

const few = (...texts: string[]) => fc.option(fc.constantFrom(...texts));
const row: fc.Arbitrary<Row> = fc.record({
  subject: few('0', '1', '2', '3', '4', '5', '6', '7'),
  medication: few('Aspirin', 'aspirin', 'a\0b', ''),
  study: few('SOLAR', 'LUNAR'),
  omop_rules: fc.option(fc.array(fc.constantFrom('first', 'second', '"'), { maxLength: 3 })),
});

/** The texts that at least `least` subjects have, computed the slow way. */
function sharedBy(rows: readonly Row[], textsOf: (row: Row) => readonly (string | null)[], least: number): ReadonlySet<string> {
  const all = new Set(rows.flatMap(textsOf).filter((text) => text !== null));
  const having = (text: string): number =>
    new Set(rows.filter((one) => one.subject !== null && textsOf(one).includes(text)).map(({ subject }) => subject)).size;
  return new Set([...all].filter((text) => having(text) >= least));
}

test('shared texts are those of enough subjects, each counted once, without records that name no subject', () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 40 }), (rows) => {
      fixture.change('DELETE FROM medications_row; DELETE FROM medications_shared');
      fixture.add(
        'medications',
        rows.map((one, at) => ({ ...one, record_id: String(at) })),
      );
      const found = readSharedTexts(fixture.study, datasets.medications);
      const studies = sharedBy(rows, ({ study }) => [study], 1);
      expect(found.get('medication')).toEqual(sharedBy(rows, ({ medication }) => [medication], 5));
      // A text of a single subject does not count as the study’s.
      expect(found.get('study')).toEqual(studies.size === 1 ? sharedBy(rows, ({ study }) => [study], 2) : new Set());
      expect(found.get('omop_rules')).toEqual(sharedBy(rows, ({ omop_rules: rules }) => rules ?? [], 5));
    }),
    { numRuns: 80 },
  );
});
