import { exportLabs } from './exported-file.ts';
import { columns, hostileLab, type HostileColumn } from './hostile-labs.ts';
import { judgeRows, type Expected } from './judge-rows.ts';
import { pythonLines, pythonThatCan } from './python.ts';
import type { FormatTrial } from './trial.ts';

type ReadValue = string | number | null;

/**
 * A reader written from the description of the format (SAS technical note TS-140) alone: records of 80 bytes, a descriptor of 140 bytes
 * for each variable, System/360 numbers as exact fractions. It fails on anything that does not follow it.
 */
const script = `
import json, struct, sys
from fractions import Fraction
def header(kind, rest): return ('HEADER RECORD*******' + kind.ljust(8) + 'HEADER RECORD!!!!!!!' + rest).encode().ljust(80)
def number(raw):
    if raw[1:] == bytes(7) and (raw[0] == 0x2e or raw[0] == 0x5f or 0x41 <= raw[0] <= 0x5a): return None
    value = Fraction(int.from_bytes(raw[1:], 'big'), 1 << 56) * Fraction(16) ** ((raw[0] & 127) - 64)
    return float(-value if raw[0] & 128 else value)
zeros = '0' * 30
with open(sys.argv[1], 'rb') as file:
    def record(wanted):
        found = file.read(80)
        if wanted is not None and found != wanted: raise ValueError(f'{found} instead of {wanted}')
        return found
    record(header('LIBRARY', zeros))
    if record(None)[:24] != b'SAS     SAS     SASLIB  ': raise ValueError('first header')
    record(None)
    record(header('MEMBER', '000000000000000001600000000140'))
    record(header('DSCRPTR', zeros))
    if record(None)[:24] != b'SAS     LB      SASDATA ': raise ValueError('member header')
    record(None)
    names = record(None)
    count = int(names[54:58])
    if names != header('NAMESTR', '000000%04d' % count + '0' * 20): raise ValueError('name header')
    own, dates = int(sys.argv[2]), int(sys.argv[3])
    if count != own + dates * 2: raise ValueError(f'{count} variables')
    variables, place = [], 0
    for at in range(count):
        kind, _, length, index, name, label, format, _, _, _, _, _, _, _, position = struct.unpack('>hhhh8s40s8shhh2s8shhl', file.read(88))
        if file.read(52) != bytes(52) or index != at + 1 or position != place or kind not in (1, 2): raise ValueError(f'variable {at + 1}')
        if (kind == 1 and length != 8) or not 1 <= length <= 200: raise ValueError(f'{length} bytes of {name}')
        if format.strip() != (b'' if at < own else (b'DATE', b'DATETIME')[(at - own) % 2]): raise ValueError(f'{format} of {name}')
        name.decode('ascii')
        label.decode('utf-8')
        variables.append((kind, length, position))
        place += length
    if len(set(name for name in variables)) == 0: raise ValueError('no variables')
    file.read(-(count * 140) % 80)
    record(header('OBS', zeros))
    rest, written = b'', 0
    while True:
        block = file.read(place * 1000)
        rest += block
        at = 0
        while len(rest) - at >= place:
            row = rest[at:at + place]
            at += place
            written += place
            print(json.dumps([number(row[p:p + l]) if kind == 1 else row[p:p + l].decode('utf-8').rstrip(' ') for kind, l, p in variables[:own]]))
        rest = rest[at:]
        if block == b'': break
    if rest != b' ' * (-written % 80): raise ValueError(f'{len(rest)} bytes follow the observations')`;

/** pandas, which strips blanks from both ends of a text. */
const pandasScript = `
import json, math, sys, warnings
import pandas
warnings.simplefilter('error', UserWarning)
for part in pandas.read_sas(sys.argv[1], format='xport', encoding='utf-8', chunksize=10000):
    for row in part.itertuples(index=False):
        print(json.dumps([None if isinstance(cell, float) and math.isnan(cell) else cell for cell in row[:int(sys.argv[2])]]))`;

/** The most bytes of a text in a version 5 file. */
const longest = 200;

/** As much of a text as fits into 200 bytes, in whole characters. */
function cutText(text: string): string {
  if (Buffer.byteLength(text) <= longest) return text;
  let bytes = 0;
  return Array.from(text)
    .filter((character) => {
      // Whatever follows a character that does not fit is omitted too.
      bytes += Buffer.byteLength(character);
      return bytes <= longest;
    })
    .join('');
}

/** The double of the digits, or null if the format cannot hold it: beyond 16^63 and below 16^-65. */
function doubleOf(digits: string): number | null {
  const value = Number(digits);
  const size = Math.abs(value);
  if (size === 0) return /[1-9]/.test(digits.replace(/e.*/i, '')) ? null : 0;
  return size >= 16 ** -65 && size < 16 ** 63 ? value : null;
}

function judgeExactly(found: ReadValue, cell: string | null, { kind }: HostileColumn): boolean {
  if (kind === 'number') return found === (cell === null ? null : doubleOf(cell));
  // A transport file has no missing text, and no blanks at its end.
  return found === cutText(cell ?? '').replace(/ +$/, '');
}

function judgeAsPandas(found: ReadValue, cell: string | null, column: HostileColumn): boolean {
  // pandas reads the eight zero bytes of 0 as 16^-65, in SAS' own files too.
  if (column.kind === 'number') return judgeExactly(found === 16 ** -65 ? 0 : found, cell, column);
  return typeof found === 'string' && bare(found) === bare(cutText(cell ?? ''));
}

function bare(text: string): string {
  return text.replace(/^[\0\t-\r ]+|[\0\t-\r ]+$/g, '');
}

function countNotes({ labs, seed }: Expected): { readonly cut: number; readonly numbersMissing: number } {
  let [cut, numbersMissing] = [0, 0];
  for (let n = 0; n < labs; n++)
    for (const [at, cell] of hostileLab(n, seed).cells.entries()) {
      if (cell === null) continue;
      if (columns[at]?.kind === 'number') numbersMissing += doubleOf(cell) === null ? 1 : 0;
      else cut += cutText(cell) === cell ? 0 : 1;
    }
  return { cut, numbersMissing };
}

export const transportTrial: FormatTrial = {
  format: 'xpt',
  async run(dataDir, path, expected) {
    const file = await exportLabs(dataDir, path, 'xpt');
    const failures: string[] = [];
    const skipped: { readonly what: string; readonly why: string }[] = [];
    const { cut, numbersMissing } = file.notes;
    const [reported, counted] = [JSON.stringify({ cut, numbersMissing }), JSON.stringify(countNotes(expected))];
    if (reported !== counted) failures.push(`reported ${reported} instead of ${counted}`);
    const readers = [
      { what: 'a reader written from TS-140', needs: 'import fractions', script, judge: judgeExactly },
      { what: 'pandas', needs: 'import pandas', script: pandasScript, judge: judgeAsPandas },
    ];
    for (const reader of readers) {
      const python = pythonThatCan(reader.needs);
      if (python === undefined) skipped.push({ what: reader.what, why: `no Python here can "${reader.needs}"` });
      else {
        const rows = pythonLines(python, reader.script, [
          path,
          String(columns.length),
          String(columns.filter(({ kind }) => kind === 'datetime').length),
        ]) as AsyncIterable<readonly ReadValue[]>;
        const wrong = await judgeRows(rows, expected, String, reader.judge);
        failures.push(...wrong.map((what) => `${reader.what}: ${what}`));
      }
    }
    return { file, failures, skipped };
  },
};
