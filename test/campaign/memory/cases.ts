import type { ServerResponse } from 'node:http';
import { createGzip, gzipSync } from 'node:zlib';
import { bundle, fill, headText, idOf, lab, mostBytes, labValues, mostValues, noise, study, type Searched } from './hostile-text.ts';

/** The required outcome of a case; `any`: mirrored, or refused with a named code. */
export type Expected = 'OK' | 'LIMIT' | 'INCONSISTENT' | 'any';

export interface MemoryCase {
  readonly name: string;
  readonly dataset?: Searched;
  readonly expected: Expected;
  /** Also part of the short form. */
  readonly short?: true;
  /** Milliseconds within which it must end. */
  readonly within?: number;
  /** Answers page requests; made when the case begins. */
  readonly serve: () => (page: number, response: ServerResponse) => void;
}

const MIB = 1024 * 1024;
const tiny = (id: string, more = ''): string => `{"resourceType":"Observation","identifier":[{"value":"${id}"}]${more}}`;

/** Answers with a single page. */
function onePage(make: () => readonly string[], dataset: Searched = 'labs', more = ''): MemoryCase['serve'] {
  return () => {
    const entries = make();
    const body = bundle({ dataset, page: 1, pages: 1, total: entries.length }, entries, more);
    return (_page, response) => response.end(body);
  };
}

function onePageOfText(text: () => string): MemoryCase['serve'] {
  return () => {
    const body = Buffer.from(text());
    return (_page, response) => response.end(body);
  };
}

/** Pages of the same size, each made when it is requested. */
function manyPages(pages: number, records: number, record: (n: number) => string): MemoryCase['serve'] {
  return () => (page, response) => {
    const entries = Array.from({ length: records }, (_, index) => `{"resource":${record((page - 1) * records + index)}}`);
    response.end(bundle({ dataset: 'labs', page, pages, total: pages * records }, entries));
  };
}

const head = headText({ dataset: 'labs', page: 1, pages: 1, total: 1 });
const oneRecord = (fields: string): string => `${head},"entry":[{"resource":${tiny('1', fields)}}]}`;
const repeat = (text: string, times: number): string => Array.from({ length: times }, () => text).join(',');
const fieldsOf = (times: number, value: (n: number) => string, name = (n: number): string => `f${String(n)}`): string =>
  Array.from({ length: times }, (_, n) => `"${name(n)}":${value(n)}`).join(',');

export const cases: readonly MemoryCase[] = [
  {
    name: 'as many labs as one page may hold',
    expected: 'OK',
    short: true,
    serve: onePage(() => fill((n) => lab(idOf(n)), { each: labValues })),
  },
  {
    name: 'smallest records, all fields missing',
    expected: 'any',
    serve: onePage(() => fill((n) => tiny(String(n)), { each: 6 })),
  },
  { name: 'entries that are empty', expected: 'any', serve: onePage(() => Array.from({ length: mostValues }, () => '{}')) },
  { name: 'resources that are empty', expected: 'any', serve: onePage(() => fill(() => '{}', { each: 2 })) },
  {
    name: 'a million empty objects in one record',
    expected: 'any',
    serve: onePageOfText(() => oneRecord(`,"x":[${repeat('{}', mostValues - 50)}]`)),
  },
  {
    name: 'a million nulls in a described list',
    expected: 'any',
    serve: onePageOfText(() => oneRecord(`,"category":[${repeat('null', mostValues - 50)}]`)),
  },
  {
    name: 'hundreds of thousands of values in a described list',
    expected: 'any',
    serve: onePageOfText(() => oneRecord(`,"category":[${repeat('{"text":"x"}', 499_000)}]`)),
  },
  {
    name: 'a million unknown fields in one record',
    expected: 'any',
    serve: onePageOfText(() => oneRecord(`,${fieldsOf(mostValues - 50, () => '0')}`)),
  },
  {
    name: 'a million fields that occur twice',
    expected: 'any',
    serve: onePageOfText(() =>
      oneRecord(
        `,${fieldsOf(
          mostValues - 50,
          () => '0',
          () => 'status',
        )}`,
      ),
    ),
  },
  {
    name: 'unknown fields of 64 bytes in one record',
    expected: 'any',
    serve: onePageOfText(() =>
      oneRecord(
        `,${fieldsOf(
          480_000,
          (n) => `"${String(n).padStart(56, 'v')}"`,
          (n) => noise(60, n),
        )}`,
      ),
    ),
  },
  {
    name: 'unknown extensions in one record',
    expected: 'any',
    serve: onePageOfText(() =>
      oneRecord(`,"extension":[${Array.from({ length: 333_000 }, (_, n) => `{"url":"#x${String(n)}","valueString":"y"}`).join(',')}]`),
    ),
  },
  {
    name: 'unknown fields in each record',
    expected: 'any',
    serve: onePage(() =>
      fill(
        (n) =>
          lab(
            idOf(n),
            `,${fieldsOf(
              30,
              () => '"?"',
              (k) => `f${String(n)}x${String(k)}`,
            )}`,
          ),
        { each: labValues + 30 },
      ),
    ),
  },
  {
    name: 'unknown extensions in each record',
    expected: 'any',
    serve: onePage(() =>
      fill(
        (n) =>
          tiny(
            idOf(n),
            `,"extension":[${Array.from({ length: 20 }, (_, k) => `{"url":"#u${String(n)}x${String(k)}","valueCode":"y"}`).join(',')}]`,
          ),
        { each: 67 },
      ),
    ),
  },
  {
    name: 'something wrong with every field',
    expected: 'any',
    serve: onePage(() =>
      fill(
        (n) =>
          `{"resourceType":"Observation","identifier":[{"value":"${String(n)}","system":1}],"status":{},"category":{},"code":[],"subject":"?","effectiveDateTime":"never","issued":"24:00","valueQuantity":[1],"referenceRange":0,"performer":1,"extension":1,"id":2}`,
        { each: 18 },
      ),
    ),
  },
  {
    name: 'nested 59 deep in each record',
    expected: 'any',
    serve: onePage(() => fill((n) => tiny(idOf(n), `,"x":${'['.repeat(59)}${']'.repeat(59)}`), { each: 65 })),
  },
  {
    name: 'nested 59 deep, objects by name',
    expected: 'any',
    serve: onePage(() => fill((n) => tiny(idOf(n), `,"x":${'{"y":'.repeat(58)}1${'}'.repeat(58)}`), { each: 65 })),
  },
  {
    name: 'texts of 1 MiB',
    expected: 'any',
    serve: onePage(() => fill((n) => lab(idOf(n), `,"note":[{"text":"${noise(MIB - 8, n)}"}]`), { each: labValues + 3 })),
  },
  {
    name: 'result texts of 1 MiB with one wide character',
    expected: 'any',
    serve: onePage(() => fill((n) => lab(idOf(n), `,"valueString":"€${noise(MIB - 8, n)}"`), { each: labValues + 3 })),
  },
  {
    name: 'units of 1 MiB',
    expected: 'any',
    serve: onePage(() => fill((n) => lab(idOf(n)).replace('U/L', noise(MIB - 8, n)), { each: labValues + 3 })),
  },
  {
    name: 'result texts of 64 KiB',
    expected: 'any',
    serve: onePage(() => fill((n) => lab(idOf(n), `,"valueString":"${noise(65_536, n)}"`), { each: labValues + 3 })),
  },
  {
    name: 'unknown texts of 64 KiB',
    expected: 'any',
    serve: onePage(() => fill((n) => lab(idOf(n), `,"note":[{"text":"${noise(65_536, n)}"}]`), { each: labValues + 3 })),
  },
  {
    name: 'escapes that double as JSON in JSON',
    expected: 'any',
    serve: onePage(() => fill((n) => lab(idOf(n), `,"note":[{"text":"${'\\"\\\\\\u0001'.repeat(6000)}"}]`), { each: labValues + 3 })),
  },
  {
    name: 'names of 4 KiB in one record',
    expected: 'any',
    serve: onePageOfText(() =>
      oneRecord(
        `,${fieldsOf(
          16_000,
          () => '1',
          (n) => noise(4090, n),
        )}`,
      ),
    ),
  },
  {
    name: 'names of 4 KiB in each record',
    expected: 'any',
    serve: onePage(() =>
      fill(
        (n) =>
          tiny(
            idOf(n),
            `,${fieldsOf(
              15,
              () => '1',
              (k) => noise(4090, n * 15 + k),
            )}`,
          ),
        { each: 22 },
      ),
    ),
  },
  {
    name: 'records of ever different shapes',
    expected: 'any',
    serve: onePage(() => fill((n) => lab(idOf(n)).replace('"status"', `${' '.repeat(n % 1000)}"status"`), { each: labValues })),
  },
  {
    name: 'shared cells that are never shared',
    expected: 'any',
    serve: onePage(() =>
      fill(
        (n) =>
          lab(idOf(n))
            .replace('10-40', `${String(n)}-${noise(200, n)}`)
            .replace('"U/L"', `"${noise(300, n)}"`),
        { each: labValues },
      ),
    ),
  },
  {
    name: 'numbers of 60 digits',
    expected: 'any',
    serve: onePage(() => fill((n) => lab(idOf(n), '', `1.${'0123456789'.repeat(6)}`), { each: labValues })),
  },
  {
    name: 'a million numbers of 60 digits in one record',
    expected: 'any',
    serve: onePageOfText(() => oneRecord(`,"x":[${repeat(`1.${'0123456789'.repeat(6)}`, 990_000)}]`)),
  },
  {
    name: 'a number of 1 MiB in each record',
    expected: 'any',
    serve: onePage(() => fill((n) => lab(idOf(n), '', `1${'0'.repeat(MIB - 8)}`), { each: labValues })),
  },
  {
    name: 'a million values beside the entries',
    expected: 'any',
    serve: onePage(() => [], 'labs', `,"x":[${repeat('1.50', mostValues - 50)}]`),
  },
  {
    name: 'a page of links',
    expected: 'any',
    serve: onePage(() => [], 'labs', `,"link":[${repeat('{"relation":"x","url":"y"}', 333_000)}]`),
  },
  {
    name: 'entries named twice',
    expected: 'any',
    serve: onePage(
      () => fill((n) => lab(idOf(n)), { each: labValues, bytes: mostBytes / 2 }),
      'labs',
      `,"entry":[${fill((n) => lab(idOf(n)), { each: labValues, values: mostValues / 2, bytes: mostBytes / 2 }).join(',')}]`,
    ),
  },
  {
    name: '200,000 members',
    dataset: 'subjects',
    expected: 'OK',
    short: true,
    serve: group(200_000, '', (n) => `{"entity":{"reference":"Patient/${String(n)}"}}`),
  },
  {
    name: '60,000 members with fields of their own',
    dataset: 'subjects',
    expected: 'any',
    serve: group(
      60_000,
      '',
      (n) => `{"entity":{"reference":"Patient/${String(n)}","display":"${noise(800, n)}"},"inactive":false,"x${String(n)}":1}`,
    ),
  },
  {
    name: 'members of a Group with many identifiers',
    dataset: 'subjects',
    expected: 'any',
    within: 60_000,
    serve: group(100_000, repeat(`{"value":"${study}"}`, 100_000), (n) => `{"entity":{"reference":"Patient/${String(n)}"}}`),
  },
  {
    name: 'members of a Group with a long name',
    dataset: 'subjects',
    expected: 'any',
    within: 60_000,
    serve: group(100_000, `{"use":"${noise(MIB - 8, 1)}"}`, (n) => `{"entity":{"reference":"Patient/${String(n)}"}}`),
  },
  {
    name: 'a Group of one member again and again',
    dataset: 'subjects',
    expected: 'any',
    serve: group(249_000, '', () => '{"entity":{"reference":"Patient/1"}}'),
  },
  { name: 'pages of 16 MiB side by side', expected: 'any', serve: manyPages(12, 11_000, (n) => lab(idOf(n))) },
  { name: 'pages of 12 MiB side by side', expected: 'OK', serve: manyPages(16, 8000, (n) => lab(idOf(n))) },
  { name: 'pages of many small records side by side', expected: 'any', serve: manyPages(12, 50_000, (n) => tiny(String(n))) },
  { name: 'the same page under every number', expected: 'INCONSISTENT', serve: samePage(40, 2000) },
  { name: 'a gzip bomb', expected: 'LIMIT', short: true, serve: gzipped(() => gzipSync(Buffer.alloc(512 * MIB, ' '), { level: 9 })) },
  {
    name: 'a page of 20,000 labs, gzipped',
    expected: 'OK',
    serve: gzipped(() =>
      gzipSync(
        bundle(
          { dataset: 'labs', page: 1, pages: 1, total: 20_000 },
          fill((n) => lab(idOf(n)), { each: labValues, most: 20_000 }),
        ),
      ),
    ),
  },
  { name: 'an endless body', expected: 'LIMIT', serve: () => (_page, response) => endless(response, false) },
  { name: 'an endless gzip body', expected: 'LIMIT', serve: () => (_page, response) => endless(response, true) },
  {
    name: 'a page over 64 MiB',
    expected: 'LIMIT',
    serve: onePage(() => fill((n) => lab(idOf(n)), { each: labValues, bytes: mostBytes + MIB, values: 2e6 })),
  },
  { name: 'nesting 65', expected: 'LIMIT', within: 1000, serve: onePageOfText(() => oneRecord(`,"x":${'['.repeat(65)}${']'.repeat(65)}`)) },
  {
    name: 'nesting 5,001',
    expected: 'LIMIT',
    within: 1000,
    serve: onePageOfText(() => oneRecord(`,"x":${'['.repeat(5001)}${']'.repeat(5001)}`)),
  },
  {
    name: 'nesting 5,000,000',
    expected: 'LIMIT',
    short: true,
    within: 1000,
    serve: onePageOfText(() => oneRecord(`,"x":${'['.repeat(5e6)}${']'.repeat(5e6)}`)),
  },
  {
    name: 'a million fields and more in one record',
    expected: 'LIMIT',
    short: true,
    within: 1000,
    serve: onePageOfText(() => oneRecord(`,${fieldsOf(1e6, () => '0')}`)),
  },
  {
    name: 'a text of 10 MB',
    expected: 'LIMIT',
    short: true,
    within: 1000,
    serve: onePageOfText(() => oneRecord(`,"x":"${'x'.repeat(1e7)}"`)),
  },
  { name: 'a name of 1 MB', expected: 'LIMIT', within: 1000, serve: onePageOfText(() => oneRecord(`,"${'x'.repeat(1e6)}":1`)) },
  { name: '211,350 labs on 423 pages', expected: 'OK', serve: manyPages(423, 500, (n) => lab(idOf(n))) },
  { name: '1,000,000 labs on 2,000 pages', expected: 'OK', serve: manyPages(2000, 500, (n) => lab(idOf(n))) },
];

function group(members: number, identifiers: string, member: (n: number) => string): MemoryCase['serve'] {
  return onePage(
    () => [
      `{"resource":{"resourceType":"Group","identifier":[{"use":"usual","system":"#IDB.Protocol","value":"${study}"}${identifiers === '' ? '' : `,${identifiers}`}],"type":"person","member":[${Array.from({ length: members }, (_, n) => member(n)).join(',')}]}}`,
    ],
    'subjects',
  );
}

function samePage(pages: number, records: number): MemoryCase['serve'] {
  return () => (page, response) => {
    response.end(
      bundle(
        { dataset: 'labs', page, pages, total: pages * records },
        fill((n) => lab(idOf(n)), { each: labValues, most: records }),
      ),
    );
  };
}

function gzipped(make: () => Buffer): MemoryCase['serve'] {
  return () => {
    const body = make();
    return (_page, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(body);
    };
  };
}

/** Sends without end until the other side closes the connection. */
function endless(response: ServerResponse, packed: boolean): void {
  const block = Buffer.alloc(256 * 1024, ' ');
  const sink = packed ? createGzip() : response;
  if (packed) {
    response.setHeader('content-encoding', 'gzip');
    sink.on('error', () => undefined);
    (sink as ReturnType<typeof createGzip>).pipe(response);
  }
  let closed = false;
  response.on('close', () => {
    closed = true;
    if (packed) (sink as ReturnType<typeof createGzip>).destroy();
  });
  const write = (): void => {
    while (!closed && sink.write(block));
    if (!closed) sink.once('drain', write);
  };
  write();
}
