import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseBundle, readBundle, type Bundle } from '../../../src/core/bundle/bundle.ts';
import type { BundleEntry } from '../../../src/core/bundle/bundle-entry.ts';
import type { KnownShapes } from '../../../src/core/bundle/known-shapes.ts';
import { compileExtractor, type Extracted, type Extractor } from '../../../src/core/extract/extractor.ts';
import { compilePaths } from '../../../src/core/extract/path-tree.ts';
import { shapeOf } from '../../../src/core/extract/shape-of.ts';
import { scanValue } from '../../../src/core/bundle/scan-json.ts';
import { datasets, datasetNames, type Dataset, type DatasetName } from '../../../src/shared/datasets/datasets.ts';
import { sampleResources } from '../../unit/datasets/sample-resources.ts';
import { lab, response, STUDY } from '../../unit/extract/trial-entries.ts';

function page(resources: readonly string[]): Buffer {
  return Buffer.from(
    `{"resourceType":"Bundle","type":"searchset","entry":[${resources.map((text) => `{"fullUrl":"x","resource":${text}}`).join(',')}]}`,
  );
}

function extracted(extractor: Extractor, { entries }: Bundle): readonly Extracted[] {
  return entries.map((entry) => extractor.extract(entry, STUDY));
}

/** The page with its records read by their shapes, as a sync reads them. */
function parseBundleByShapes(body: Buffer, shapes: KnownShapes): Bundle {
  const entries: BundleEntry[] = [];
  const { head } = readBundle(body, { shapes, repeated: null }, () => {
    entries.length = 0;
    return (entry) => entries.push(entry);
  });
  return { ...head, entries };
}

/** An extractor that has read these records before. */
function experienced(dataset: Dataset, resources: readonly string[]): Extractor {
  const extractor = compileExtractor(dataset);
  extracted(extractor, parseBundleByShapes(page(resources), extractor.shapes));
  return extractor;
}

/** What is read of a page by shapes, or the code of the error. */
function byShapes(extractor: Extractor, body: Buffer): unknown {
  return outcome(() => extracted(extractor, parseBundleByShapes(body, extractor.shapes)));
}

function byParsing(dataset: Dataset, body: Buffer): unknown {
  return outcome(() => extracted(compileExtractor(dataset), parseBundle(body)));
}

function outcome(read: () => unknown): unknown {
  try {
    return read();
  } catch (error: unknown) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
}

const samples: Readonly<Record<DatasetName, readonly string[]>> = {
  subjects: [sampleResources.subjects],
  medications: [sampleResources.medications],
  labs: [sampleResources.labs, JSON.stringify(lab()), JSON.stringify(lab({ valueQuantity: undefined, valueString: 'Negative' }))],
  vitals: [sampleResources.vitals],
  responses: [sampleResources.responses, JSON.stringify(response())],
};

describe('a record of a known shape', () => {
  test.each(datasetNames.filter((name) => name !== 'subjects'))('is not parsed again: %s', (name) => {
    const extractor = experienced(datasets[name], samples[name]);
    const again = parseBundleByShapes(page(samples[name]), extractor.shapes);
    expect(again.entries.map((entry) => entry.scalars !== null)).toEqual(samples[name].map(() => true));
    expect(extracted(extractor, again)).toEqual(byParsing(datasets[name], page(samples[name])));
  });

  test('may have other values, including other alphabets', () => {
    const other = [
      lab({
        id: 'ü-∞',
        code: { coding: [{ system: '', code: '', display: 'µ' }], text: 'x'.repeat(500) },
        valueQuantity: { value: -12.5, unit: 'µmol/L' },
      }),
      lab({ id: 'b' }),
      lab({ id: 'b' }),
    ].map((one) => JSON.stringify(one));
    const extractor = experienced(datasets.labs, samples.labs);
    const { entries } = parseBundleByShapes(page(other), extractor.shapes);
    expect(entries.map((entry) => entry.scalars !== null)).toEqual([true, true, true]);
    expect(byShapes(extractor, page(other))).toEqual(byParsing(datasets.labs, page(other)));
  });

  test.each(['5.10', '-0', '1e400', '9007199254740993', '0.1', '7'])('keeps the digits of %s', (digits) => {
    const body = page([JSON.stringify(lab()).replace('"value":31', `"value":${digits}`)]);
    expect(byShapes(experienced(datasets.labs, samples.labs), body)).toEqual(byParsing(datasets.labs, body));
    expect(parseBundleByShapes(body, experienced(datasets.labs, samples.labs).shapes).entries[0]?.resource).toEqual(
      parseBundle(body).entries[0]?.resource,
    );
  });

  test('counts against the limits as if it were scanned', () => {
    for (const name of datasetNames.filter((one) => one !== 'subjects')) {
      for (const text of samples[name]) {
        const tally = { values: 0, keys: 0, inexact: false, surrogate: false };
        scanValue(Buffer.from(text), 0, 0, tally);
        expect(shapeOf(text, compilePaths(datasets[name]))).toMatchObject({ counted: tally.values, keys: tally.keys });
      }
    }
  });
});

describe('a record of another shape is read by parsing it', () => {
  const text = JSON.stringify(lab());
  test.each([
    ['an escape', text.replace('"C1D1"', '"C\\u0031D1"')],
    ['half a surrogate pair', text.replace('"C1D1"', '"\\ud800"')],
    ['an additional field', text.replace('"status"', '"extra":1,"status"')],
    ['a duplicate field', text.replace('"status":"final"', '"status":"final","status":"final"')],
    ['another order', text.replace('"status":"final",', '').replace('"id"', '"status":"final","id"')],
    ['a space', text.replace('"status":', '"status": ')],
    ['a value of another type', text.replace('"final"', '7')],
    ['no value', text.replace('"final"', 'null')],
    ['another resource type', text.replace('"Observation"', '"Patient"')],
    ['another extension', text.replace('SponsorID', 'SponsorName')],
    [
      'a duplicate extension',
      text.replace(
        '"url":"https://research.example/fhir/StructureDefinition/crit#SponsorID"',
        '"url":"https://research.example/fhir/StructureDefinition/crit#IDB.Protocol"',
      ),
    ],
    ['another study', text.replace('"valueString":"22-001"', '"valueString":"99-999"')],
    ['no key', text.replace('"id":"lab-1"', '"id":""').replace('"value":"lab-1"', '"value":""')],
  ])('%s', (_what, other) => {
    expect(other).not.toBe(text);
    expect(byShapes(experienced(datasets.labs, samples.labs), page([other, text]))).toEqual(byParsing(datasets.labs, page([other, text])));
    // Once its shape is known, the result is the same.
    expect(byShapes(experienced(datasets.labs, [...samples.labs, other]), page([other, text]))).toEqual(
      byParsing(datasets.labs, page([other, text])),
    );
  });
});

test('a page with any change is read as if no shape were known', () => {
  const changed = fc.record({
    name: fc.constantFrom(...datasetNames),
    at: fc.nat(4000),
    drop: fc.nat(12),
    put: fc.oneof(
      fc.constantFrom(
        '',
        '"',
        '\\',
        '\\u00e9',
        'µ',
        '\u0001',
        ',',
        '}',
        ']',
        '{',
        '[',
        ':',
        '1',
        '-',
        '.',
        'e',
        ' ',
        'null',
        'true',
        '"a":1,',
        '{"a":1},',
      ),
      fc.string({ maxLength: 3 }),
    ),
  });
  fc.assert(
    fc.property(changed, ({ name, at, drop, put }) => {
      const dataset = datasets[name];
      const compact = samples[name].map((text) => JSON.stringify(JSON.parse(text)));
      const text = compact[at % compact.length] ?? '';
      const other = text.slice(0, at % text.length) + put + text.slice((at % text.length) + drop);
      const body = page([other, ...compact]);
      expect(byShapes(experienced(dataset, [...compact, ...samples[name]]), body)).toEqual(byParsing(dataset, body));
    }),
    { numRuns: 1500 },
  );
});

test('only a limited number of shapes is learned', () => {
  const extractor = compileExtractor(datasets.labs);
  // Each has another number of categories.
  const many = Array.from({ length: 100 }, (_, count) =>
    JSON.stringify(lab({ category: Array.from({ length: count }, () => ({ text: 'Laboratory' })) })),
  );
  extracted(extractor, parseBundleByShapes(page(many), extractor.shapes));
  expect(extractor.shapes.isFull).toBe(true);
  expect(byShapes(extractor, page(many))).toEqual(byParsing(datasets.labs, page(many)));
});
