import { describe, expect, test } from 'vitest';
import { parseBundle } from '../../../src/core/bundle/bundle.ts';
import { compileExtractor } from '../../../src/core/extract/extractor.ts';
import { readRecords, type ReadRecords } from '../../../src/core/extract/read-records.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import { lab, response, responseExtensions, STUDY } from './trial-entries.ts';

const MIB = 1024 * 1024;

function page(...resources: readonly string[]): Buffer {
  return Buffer.from(`{"resourceType":"Bundle","type":"searchset","entry":[${resources.map((text) => `{"resource":${text}}`).join(',')}]}`);
}

function read(name: 'labs' | 'responses' | 'subjects', body: Buffer): ReadRecords {
  return readRecords(compileExtractor(datasets[name]), body, STUDY);
}

function group(members: string, identifiers = ''): string {
  return `{"resourceType":"Group","identifier":[{"use":"usual","value":"${STUDY}"}${identifiers}],"type":"person","member":[${members}]}`;
}

const member = (id: string): string => `{"entity":{"reference":"Patient/${id}"}}`;

describe('a record that is larger than any real one', () => {
  test.each([
    ['longer than 4 MiB', lab({ note: Array.from({ length: 5 }, () => ({ text: 'x'.repeat(MIB - 100) })) }), 'resource'],
    ['with more than 50,000 values', lab({ note: Array.from({ length: 50_001 }, () => 0) }), 'resource'],
    ['with an identifier of more than 1,024 characters', lab({ id: 'x'.repeat(1025) }), 'id'],
  ])('is quarantined, and the records beside it are read: %s', (_what, record, path) => {
    const { rows, issues } = read('labs', page(JSON.stringify(lab()), JSON.stringify(record)));
    expect(rows).toHaveLength(1);
    expect(issues).toContainEqual({ key: null, rule: 'too-large', path, quarantined: true });
  });

  // This takes a tenth of a second; the timeout catches code that compares each field with all others.
  test('with 40,000 unknown fields lists the first hundred, and the rest as one issue', { timeout: 30_000 }, () => {
    const unknown = Object.fromEntries(Array.from({ length: 40_000 }, (_, n) => [`f${String(n)}`, 0]));
    const { rows, issues } = read('labs', page(JSON.stringify(lab(unknown))));
    expect(rows).toHaveLength(1);
    expect(issues).toHaveLength(101);
    expect(issues.at(-1)).toMatchObject({ rule: 'unknown-field', path: '…' });
  });

  test('has an extension with a URL of 150,000 characters, which is read in linear time', () => {
    const url = `${'a'.repeat(150_000)}#`;
    const before = process.threadCpuUsage();
    const { rows } = read('responses', page(JSON.stringify(response([...responseExtensions, { url, valueDateTime: '2025-09-03' }]))));
    // Quadratic work on this many characters takes more than seven seconds.
    expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000);
    expect(rows[0]?.cells).toContain('2025-09-03');
  });
});

describe('a Group', () => {
  test('gives the same result read member by member as read whole', () => {
    const members = ['1', '2', '2', 'ü'].map(member).join(', ');
    const body = page(group(`${members},{"entity":{"reference":"Patient/9","x":5.10}},7,{"entity":{}}`));
    const [entry] = parseBundle(body).entries;
    if (entry === undefined) throw new Error('no entry');
    const whole = compileExtractor(datasets.subjects).extract(entry, STUDY);
    expect(read('subjects', body)).toMatchObject(whole);
    expect(whole.rows).toHaveLength(4);
  });

  test('with two member lists has the members of the last one, as in JSON parsers', () => {
    const body = page(group(member('1')).replace('"type"', `"member":[${member('8')}],"type"`));
    expect(read('subjects', body).rows.map(({ key }) => key)).toEqual(['1']);
  });

  test.each([
    ['a text of a megabyte', `,{"use":"${'x'.repeat(MIB - 10)}"}`],
    ['hundreds of identifiers', `,{"value":"${STUDY}"}`.repeat(200)],
  ])('with %s to be repeated for each member is quarantined', (_what, identifiers) => {
    const { rows, issues } = read('subjects', page(group(member('1'), identifiers)));
    expect(rows).toEqual([]);
    expect(issues).toEqual([{ key: null, rule: 'too-large', path: 'resource', quarantined: true }]);
  });
});
