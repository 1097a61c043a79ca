import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { repositoryFolder } from '../../../scripts/runtime/repository.ts';
import { exportLabs } from './exported-file.ts';
import { columns } from './hostile-labs.ts';
import { judgeRows, type Expected } from './judge-rows.ts';
import { linesOf } from './lines.ts';
import { pythonLines, pythonThatCan } from './python.ts';
import type { FormatTrial } from './trial.ts';

type Value = string | number | boolean | null;

/** What precedes the rows, already checked against the standard. */
interface Metadata {
  readonly records: number;
  readonly columns: readonly { readonly name: string; readonly dataType: string; readonly targetDataType?: string }[];
}

const schema = JSON.parse(readFileSync(join(repositoryFolder, 'test/fixtures/dataset-json-1.1.schema.json'), 'utf8')) as object;

/** A file's parts as they are read, the metadata first. */
type Parts = AsyncGenerator;

/** Reads value by value with Python's decoder, regardless of line ends: first the document without its rows, then each row. */
const script = `
import json, sys
decode = json.JSONDecoder(strict=True).raw_decode
with open(sys.argv[1], encoding='utf-8', newline='') as file:
    text = file.read(1 << 20)
    start = text.index('"rows":') + len('"rows":')
    head, text = text[:start], text[start:].lstrip()
    if text[0] != '[': raise ValueError('no list of rows')
    print(json.dumps(json.loads(head + '[]}')))
    at, ended = 1, False
    while not ended:
        if len(text) - at < 1 << 19:
            text, at = text[at:] + file.read(1 << 20), 0
        while text[at] in ' \\r\\n\\t,': at += 1
        if text[at] == ']': ended = True
        else:
            row, at = decode(text, at)
            print(json.dumps(row))
    rest = text[at + 1:] + file.read()
    if rest.split() != ['}']: raise ValueError('more follows the rows: ' + rest[:40])`;

async function* lineParts(path: string): Parts {
  for await (const line of linesOf(createReadStream(path))) yield JSON.parse(line);
}

async function judgeParts(parts: Parts, expected: Expected): Promise<readonly string[]> {
  const ajv = new Ajv2019({ strict: true, allowUnionTypes: true });
  const isDataset = ajv.compile(schema);
  const isRow = ajv.compile({ $ref: '#/$defs/row', $defs: (schema as { $defs: object }).$defs });
  const { value: head } = (await parts.next()) as { readonly value: unknown };
  if (!isDataset(head)) return [`not as the schema has it: ${ajv.errorsText(isDataset.errors)}`];
  const metadata = head as Metadata;
  const wrong = judgeMetadata(metadata, expected);
  const rows = async function* (): AsyncGenerator<readonly Value[]> {
    for await (const row of parts) {
      if (!isRow(row)) throw new Error(`a row is not as the schema has it: ${ajv.errorsText(isRow.errors)}`);
      yield row as readonly Value[];
    }
  };
  return [...wrong, ...(await judgeRows(rows(), expected, String, (found, cell) => found === cell))];
}

/** Checks the order of columns, numbers as decimals (digits as text), and as many records as rows. */
function judgeMetadata({ records, columns: found }: Metadata, { labs }: Expected): readonly string[] {
  const types = { text: 'string', number: 'decimal to decimal', datetime: 'datetime' };
  const wanted = columns.map(({ name, kind }) => `${name} ${types[kind]}`).join(', ');
  const there = found
    .map(({ name, dataType, targetDataType }) => `${name} ${dataType}${targetDataType === undefined ? '' : ` to ${targetDataType}`}`)
    .join(', ');
  return [
    ...(there === wanted ? [] : [`the columns are ${there}`]),
    ...(records === labs ? [] : [`${String(records)} records are reported instead of ${String(labs)}`]),
  ];
}

/** Files up to this size are also held as one document, to be checked by the schema. */
const heldBytes = 64e6;

export const datasetJsonTrials: readonly FormatTrial[] = [
  {
    format: 'dataset-json',
    async run(dataDir, path, expected) {
      const file = await exportLabs(dataDir, path, 'dataset-json');
      const python = pythonThatCan('import json');
      const ajv = new Ajv2019({ strict: true, allowUnionTypes: true });
      const whole = file.bytes > heldBytes || ajv.validate(schema, JSON.parse(readFileSync(path, 'utf8')));
      const failures = whole ? [] : [`the document is not as the schema has it: ${ajv.errorsText()}`];
      if (python === undefined) return { file, failures, skipped: [{ what: "Python's json", why: 'there is no Python' }] };
      const read = await judgeParts(pythonLines(python, script, [path]), expected);
      return { file, failures: [...failures, ...read.map((what) => `Python's json: ${what}`)], skipped: [] };
    },
  },
  {
    format: 'dataset-json-nd',
    async run(dataDir, path, expected) {
      const file = await exportLabs(dataDir, path, 'dataset-json-nd');
      return { file, failures: await judgeParts(lineParts(path), expected), skipped: [] };
    },
  },
];
