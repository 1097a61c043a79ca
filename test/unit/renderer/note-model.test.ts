import { describe, expect, test } from 'vitest';
import { filterNotes, isOn, notedKeys, placeOfRecord, type Note } from '../../../src/renderer/record/notes/note-model.ts';

const note = (id: string, value: Partial<Note['value']> & Pick<Note['value'], 'place'>): Note => ({
  id,
  at: '2026-11-22T12:00:00.000Z',
  value: { text: `Note ${id}`, followUp: 'none', ...value },
});
const lab = (key: string, subject: string | null) => ({ of: 'record' as const, dataset: 'labs' as const, key, subject });
const notes = [
  note('a', { place: lab('1', '0012'), followUp: 'open', text: 'Hemolysed tube?' }),
  note('b', { place: lab('1', '0012') }),
  note('c', { place: { of: 'subject', subject: '0013' }, followUp: 'done' }),
  note('d', { place: lab('2', null) }),
];
const all = { follow: 'all', dataset: null, search: '', subjects: null } as const;
const ids = (filter: Parameters<typeof filterNotes>[1]): string =>
  filterNotes(notes, filter)
    .map(({ id }) => id)
    .join('');

describe('the list of notes', () => {
  test.each([
    [all, 'abcd'],
    [{ ...all, follow: 'open' as const }, 'a'],
    [{ ...all, follow: 'done' as const }, 'c'],
    [{ ...all, dataset: 'subjects' as const }, 'c'],
    [{ ...all, dataset: 'labs' as const }, 'abd'],
    [{ ...all, search: 'TUBE hemo' }, 'a'],
    [{ ...all, search: '0012 note' }, 'b'],
    [{ ...all, subjects: ['0013'] }, 'c'],
    [{ ...all, subjects: [] }, ''],
  ])('under %j shows %s', (filter, expected) => {
    expect(ids(filter)).toBe(expected);
  });

  test('shows a note on a record without a subject under no subject filter', () => {
    expect(ids({ ...all, subjects: ['0012', '0013'] })).toBe('abc');
  });
});

test('a note on a member of the Group belongs to the subject, so that it appears at its row', () => {
  const place = placeOfRecord({ name: 'subjects' }, '0013', null);
  expect(notes.filter((one) => isOn(one, place)).map(({ id }) => id)).toEqual(['c']);
  expect(notes.filter((one) => isOn(one, placeOfRecord({ name: 'labs' }, '1', null))).map(({ id }) => id)).toEqual(['a', 'b']);
  expect(notedKeys(notes, 'subjects')).toEqual(new Map([['0013', 'note']]));
});

test('a record with several notes is marked for follow-up if one of them is open', () => {
  expect(notedKeys(notes, 'labs')).toEqual(
    new Map([
      ['1', 'open'],
      ['2', 'note'],
    ]),
  );
});
