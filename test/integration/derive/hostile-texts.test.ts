import { describe, expect, test } from 'vitest';
import { anchorKind, isSameVisit } from '../../../src/shared/derive/anchor-visits.ts';
import { parseCensored } from '../../../src/shared/derive/censored-result.ts';
import { targetLesions } from '../../../src/shared/derive/lesions.ts';
import { localSpan } from '../../../src/shared/derive/plausible-date.ts';
import { parseReferenceRange } from '../../../src/shared/derive/reference-range.ts';
import { shortLabels } from '../../../src/shared/derive/visit-labels.ts';
import { visitWords } from '../../../src/shared/derive/visit-words.ts';
import { dictionaryTest } from '../../../src/shared/terms/test-codes.ts';
import { readUnit, saysNoUnit } from '../../../src/shared/units/read-unit.ts';
import { unitInName } from '../../../src/shared/units/unit-in-name.ts';

/** A record may have texts of megabytes. Quadratic work on this many characters takes more than seven seconds. */
const characters = 150_000;
/** Microseconds of processor time, so that other work of the machine does not count. */
const readAtMost = 2_000_000;

const readings: Readonly<Record<string, (text: string) => unknown>> = {
  unit: readUnit,
  'whether there is a unit': saysNoUnit,
  'unit in a name': unitInName,
  'lab test': (test) => dictionaryTest('labs', { test, serviceCode: null, unit: null }),
  'unit of a lab test': (unit) => dictionaryTest('labs', { test: 'Neutrophils', serviceCode: unit, unit }),
  'vital sign': (test) => dictionaryTest('vitals', { test, serviceCode: null, unit: null }),
  range: parseReferenceRange,
  'censored result': parseCensored,
  date: localSpan,
  lesion: (text) => targetLesions([text], '1', '2'),
  visit: visitWords,
  'first visit of treatment': anchorKind,
  'the same visit': (visit) => isSameVisit(visit, `${visit}x`),
  'short label': (visit) => shortLabels([visit, `${visit}1`], 12),
};

describe('reads a hostile text within 2 s of processor time', () => {
  const texts = [' ', '1', 'a', '[', '(', 'a ', '1 ', 'follow ', 'cycle 1', '[volume'].flatMap((part) => {
    const long = part.repeat(characters / part.length);
    return [`${long}x`, `${long} x`, `a${long}\n!`, `cycle 1${long}`];
  });

  test.each(Object.entries(readings))('%s', (_, read) => {
    const slow = texts.filter((text) => {
      const before = process.threadCpuUsage();
      read(text);
      return process.threadCpuUsage(before).user > readAtMost;
    });
    expect(slow.map((text) => text.slice(0, 12))).toEqual([]);
  });
});
