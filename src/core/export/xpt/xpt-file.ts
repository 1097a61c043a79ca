import type { CountedNotes } from '../../../shared/export-notes.ts';
import { cutBytes, type Variable } from './xpt-variables.ts';
import { writeIbmDouble } from './ibm-double.ts';

/*
 * SAS transport format, version 5 (SAS technical note TS-140): records of 80 bytes; headers, a descriptor of 140 bytes for each variable,
 * then consecutive observations, padded with blanks at the very end.
 */
const RECORD = 80;
const DESCRIPTOR = 140;
const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

export interface TransportFile {
  /** Name of the dataset in SDTM: LB. */
  readonly name: string;
  readonly label: string;
  readonly madeAt: Date;
  readonly variables: readonly Variable[];
}

/** Everything before the observations. */
export function transportHead({ name, label, madeAt, variables }: TransportFile): Buffer {
  const at = moment(madeAt);
  const text = [
    header('LIBRARY', '000000000000000000000000000000'),
    `${fill('SAS', 8)}${fill('SAS', 8)}${fill('SASLIB', 8)}${fill('5', 8)}${fill('', 8)}${fill('', 24)}${at}`,
    fill(at, RECORD),
    header('MEMBER', '000000000000000001600000000140'),
    header('DSCRPTR', '000000000000000000000000000000'),
    `${fill('SAS', 8)}${fill(name, 8)}${fill('SASDATA', 8)}${fill('5', 8)}${fill('', 8)}${fill('', 24)}${at}`,
    `${at}${fill('', 16)}${fill(label, 40)}${fill('', 8)}`,
    header('NAMESTR', `000000${String(variables.length).padStart(4, '0')}00000000000000000000`),
  ].join('');
  let position = 0;
  const descriptors = variables.map((variable, index) => {
    const descriptor = descriptorOf(variable, index + 1, position);
    position += variable.length;
    return descriptor;
  });
  return Buffer.concat([
    Buffer.from(text, 'latin1'),
    padded(Buffer.concat(descriptors)),
    Buffer.from(header('OBS', '000000000000000000000000000000'), 'latin1'),
  ]);
}

/** Blanks that end the file after `written` bytes of observations. */
export function transportTail(written: number): Buffer {
  return Buffer.alloc((RECORD - (written % RECORD)) % RECORD, 0x20);
}

/** Returns the observations of these rows, whose cells are in the order of the variables. */
export function observations(
  variables: readonly Variable[],
  rows: readonly (readonly (string | number | null)[])[],
  notes: Pick<CountedNotes, 'cut' | 'numbersMissing'>,
): Buffer {
  const size = variables.reduce((sum, { length }) => sum + length, 0);
  const bytes = Buffer.alloc(size * rows.length, 0x20);
  let at = 0;
  for (const row of rows)
    for (const [index, { isNumber, length }] of variables.entries()) {
      const cell = row[index] ?? null;
      if (isNumber) {
        if (!writeIbmDouble(numberOf(cell), bytes, at)) notes.numbersMissing++;
      } else if (cell !== null) writeText(String(cell), bytes.subarray(at, at + length), notes);
      at += length;
    }
  return bytes;
}

/** Returns null for no number, and NaN for digits that a JavaScript number cannot represent: `1e-400` is not 0. */
function numberOf(cell: string | number | null): number | null {
  if (typeof cell !== 'string') return cell;
  const value = Number(cell);
  return value === 0 && /^-?[0.]*[1-9]/.test(cell) ? NaN : value;
}

function writeText(text: string, into: Buffer, notes: Pick<CountedNotes, 'cut' | 'numbersMissing'>): void {
  const kept = cutBytes(text, into.length);
  if (kept !== text) notes.cut++;
  into.write(kept, 'utf8');
}

function descriptorOf({ name, label, isNumber, length, format }: Variable, number: number, position: number): Buffer {
  const bytes = Buffer.alloc(DESCRIPTOR);
  bytes.writeInt16BE(isNumber ? 1 : 2, 0);
  bytes.writeInt16BE(length, 4);
  bytes.writeInt16BE(number, 6);
  write(bytes, name, 8, 8);
  write(bytes, label, 16, 40);
  write(bytes, format?.name ?? '', 56, 8);
  bytes.writeInt16BE(format?.width ?? 0, 64);
  write(bytes, '', 72, 8);
  bytes.writeInt32BE(position, 84);
  return bytes;
}

function write(into: Buffer, text: string, at: number, length: number): void {
  into.fill(0x20, at, at + length);
  into.write(text, at, length, 'utf8');
}

function header(kind: string, rest: string): string {
  return fill(`HEADER RECORD*******${kind.padEnd(8)}HEADER RECORD!!!!!!!${rest}`, RECORD);
}

function fill(text: string, length: number): string {
  return text.slice(0, length).padEnd(length);
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, transportTail(bytes.length)]);
}

/** `22NOV26:12:00:00`, in UTC. */
function moment(at: Date): string {
  const two = (value: number): string => String(value % 100).padStart(2, '0');
  return `${two(at.getUTCDate())}${months[at.getUTCMonth()] ?? ''}${two(at.getUTCFullYear())}:${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
}
