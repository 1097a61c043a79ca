import { describe, expect, test, vi } from 'vitest';
import { cellWriter, proseCell } from '../../../src/core/export/xlsx/cell-writer.ts';
import { cutMarker, dateCell, longestText, workbookCell, type CellNotes } from '../../../src/core/export/xlsx/cells.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';

function notes(): CellNotes {
  return { cut: 0, stripped: 0, numbersAsText: 0 };
}

test('writes a derived number as a number whatever its digits, but a sent one as text if it would lose digits', () => {
  const ratio = datasets.labs.columns.find(({ name }) => name === 'times_upper_limit') ?? { kind: 'number' as const };
  const noted = notes();
  expect(workbookCell(ratio, 2 / 3, noted)).toEqual({ kind: 'number', digits: '0.6666666666666666' });
  expect(noted.numbersAsText).toBe(0);
  expect(workbookCell(ratio, Infinity, notes())).toEqual({ kind: 'text', text: 'Infinity' });
  expect(workbookCell({ kind: 'number' }, '0.6666666666666666', noted)).toEqual({ kind: 'text', text: '0.6666666666666666' });
  expect(noted.numbersAsText).toBe(1);
});

describe('a text', () => {
  test.each(['0012', '10E2', '3-04', '1/2', 'TRUE', '=1+1', '@x', '12345678901234567890', ''])('stays the text %j', (text) => {
    const noted = notes();
    expect(workbookCell({ kind: 'text' }, text, noted)).toEqual({ kind: 'text', text });
    expect(noted).toEqual(notes());
  });

  test('loses characters that XML does not allow, which are counted', () => {
    const noted = notes();
    expect(workbookCell({ kind: 'text' }, 'a\u0000b\u001bc\ud800d\udc00e\uffff\tf\n👩🏽', noted)).toEqual({
      kind: 'text',
      text: 'abcde\tf\n👩🏽',
    });
    expect(noted.stripped).toBe(5);
  });

  test.each([
    [longestText, 0],
    [longestText + 1, 1],
  ])('of %i characters is cut %i times, with a mark', (length, cut) => {
    const noted = notes();
    const cell = workbookCell({ kind: 'text' }, 'x'.repeat(length), noted);
    const text = cell.kind === 'text' ? cell.text : '';
    expect([text.length, noted.cut, text.endsWith(`x${cutMarker}`)]).toEqual([longestText, cut, cut > 0]);
  });

  test('is not cut in the middle of a character', () => {
    const cell = workbookCell({ kind: 'text' }, `x${'👩'.repeat(longestText)}`, notes());
    expect(cell.kind === 'text' && cell.text.isWellFormed()).toBe(true);
    expect(cell).toMatchObject({ text: expect.stringMatching(`👩${cutMarker.replaceAll(/[[\]]/g, '\\$&')}$`) as string });
  });

  test.each([
    ['\ud800\udc00', 'the first', true],
    ['\udbff\udfff', 'the last', true],
    ['\ud7ff', 'a character just before those', false],
    ['\ue000', 'a character just behind those', false],
  ])('is cut before %j, %s of two halves: %s', (character, _which, isLost) => {
    const kept = longestText - cutMarker.length;
    const text = `${'x'.repeat(kept - 1)}${character}${'x'.repeat(longestText)}`;
    expect(workbookCell({ kind: 'text' }, text, notes())).toEqual({
      kind: 'text',
      text: `${'x'.repeat(kept - 1)}${isLost ? '' : character}${cutMarker}`,
    });
  });

  test('is measured without the characters that it loses', () => {
    const noted = notes();
    workbookCell({ kind: 'text' }, `\0${'x'.repeat(longestText)}`, noted);
    expect(noted).toEqual({ cut: 0, stripped: 1, numbersAsText: 0 });
  });

  test('of a list is its items, joined by semicolons', () => {
    expect(workbookCell({ kind: 'list' }, '["a","b; c"]', notes())).toEqual({ kind: 'text', text: 'a; b; c' });
  });

  test('that is missing is an empty cell', () => {
    expect(workbookCell({ kind: 'text' }, null, notes())).toEqual({ kind: 'empty' });
  });
});

describe('a number', () => {
  test.each(['9.99999999999999e307', '-9.99999999999999e307', '2.2250738585072014e-308'])(
    'derived may be as large or small as %s',
    (digits) => {
      const derived = { kind: 'number', derive: () => null } as const;
      const [smallest, largest] = [Number(digits) / 2, Number(digits) * 1.01].map((number) => workbookCell(derived, number, notes()).kind);
      expect(workbookCell(derived, Number(digits), notes())).toEqual({ kind: 'number', digits: String(Number(digits)) });
      expect([smallest, largest]).toEqual(digits.endsWith('-308') ? ['text', 'number'] : ['number', 'text']);
    },
  );

  test('stored as a number is one in a column of texts too', () => {
    expect(workbookCell({ kind: 'text' }, 5, notes())).toEqual({ kind: 'number', digits: '5' });
  });

  test.each([
    '0',
    '-0',
    '0.000',
    '0e5',
    '-0.5',
    '24',
    '1.50',
    '123456789012345',
    '0.000000000000001234',
    '1e5',
    '1000000000000000000000',
    '-12.30E-2',
  ])('keeps its digits %s', (digits) => {
    expect(workbookCell({ kind: 'number' }, digits, notes())).toEqual({ kind: 'number', digits });
  });

  test.each(['1234567890123456', '0.1234567890123456', '1e400', '1e308', '1e-400', '2e-308', '9007199254740993'])(
    'that a sheet would change is a text: %s',
    (digits) => {
      const noted = notes();
      expect(workbookCell({ kind: 'number' }, digits, noted)).toEqual({ kind: 'text', text: digits });
      expect(noted.numbersAsText).toBe(1);
    },
  );
});

describe('a date', () => {
  test.each([
    ['1900-03-01', 61, false],
    ['2026-05-04', 46_146, false],
    ['2026-05-04T12:00', 46_146.5, true],
    ['2026-05-04T06:00:00', 46_146.25, true],
    ['2026-05-04T18:00:00.000', 46_146.75, true],
    ['2024-02-29', 45_351, false],
    ['2026-05-04T23:59', 46_146 + 1439 / 1440, true],
    ['2026-05-04T23:59:59', 46_146 + 86_399 / 86_400, true],
    ['2026-05-04T00:00:00.5', 46_146 + 500 / 86_400_000, true],
    ['2026-05-04T00:00:00.001', 46_146 + 1 / 86_400_000, true],
  ])('%s is the serial number %d', (sent, serial, time) => {
    expect(dateCell(sent)).toEqual({ kind: 'date', serial, time });
  });

  test.each([
    '2026',
    '2026-05',
    '1900-02-28',
    '0001-01-01',
    '2026-02-30',
    '2026-05-04T24:00:00',
    '2026-05-04T12:60',
    '2026-05-04T12:00:60',
    '2026-05-04T12',
    '1900-02-29',
    '2026-05-04T12:00:00Z',
    '2026-05-04T12:00:00+02:00',
    'yesterday',
    '2026-05-04T12:00:00.123456',
  ])('%s stays a text', (sent) => {
    expect(workbookCell({ kind: 'datetime' }, sent, notes())).toEqual({ kind: 'text', text: sent });
  });
});

test('a number with very many zeros before its last digit is judged as fast as it is long', () => {
  const digits = `1.${'0'.repeat(30_000)}1`;
  const read = Array.from({ length: 50 }, () => workbookCell({ kind: 'number' }, digits, notes()));
  expect(new Set(read.map(({ kind }) => kind))).toEqual(new Set(['text']));
  expect(workbookCell({ kind: 'number' }, `1.5${'0'.repeat(400_000)}`, notes())).toMatchObject({ kind: 'number' });
});

test('a text that repeats is written once, but what was changed in one is counted each time', () => {
  const kind = vi.fn(() => 'text' as const);
  const noted = notes();
  const write = cellWriter(
    {
      get kind() {
        return kind();
      },
    },
    noted,
  );
  for (let row = 0; row < 3; row++) expect(write('ALT')).toContain('<t>ALT</t>');
  expect(kind).toHaveBeenCalledTimes(1);
  write('A\0');
  write('A\0');
  expect(noted.stripped).toBe(2);
});

test('prose is wrapped text or a number, and empty where there is none', () => {
  expect([proseCell(null), proseCell(''), proseCell(0), proseCell('0')].map((xml) => /<v>|<t>/.exec(xml)?.[0] ?? xml)).toEqual([
    ...['', '', '<v>', '<t>'],
  ]);
  expect(/ s="(\d+)"/.exec(proseCell('a'))?.[1]).not.toBe(/ s="(\d+)"/.exec(cellWriter({ kind: 'text' }, notes())('a'))?.[1]);
});
