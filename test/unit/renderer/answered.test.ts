import { expect, test } from 'vitest';
import { failedAnswer, nextAnswered } from '../../../src/renderer/data/calls/use-call.ts';

const everybody = { data: 'everybody', loading: false, error: null };
const shown = nextAnswered(null, everybody, { filter: 'All subjects' });

test('an answer keeps its own words until the next one arrives', () => {
  expect(shown).toEqual({ data: 'everybody', words: { filter: 'All subjects' } });
  expect(nextAnswered(shown, { ...everybody, loading: true }, { filter: '3 subjects' })).toBe(shown);
  const next = nextAnswered(shown, { data: 'three', loading: false, error: null }, { filter: '3 subjects' });
  expect(next).toEqual({ data: 'three', words: { filter: '3 subjects' } });
});

test('a failed answer leaves what is shown unchanged', () => {
  const error = { code: 'STORE', message: 'It cannot be read.' } as const;
  expect(nextAnswered(shown, { ...everybody, error }, { filter: '3 subjects' })).toBe(shown);
  expect(nextAnswered(null, { data: null, loading: false, error }, { filter: '3 subjects' })).toBeNull();
});

test('new words for the same answer are adopted, and equal words change nothing', () => {
  expect(nextAnswered(shown, everybody, { filter: 'All subjects' })).toBe(shown);
  expect(nextAnswered(shown, everybody, { filter: 'Everybody' })?.words.filter).toBe('Everybody');
});

test('a failed question keeps its own earlier answer, but none of another question', () => {
  const [load, other] = [async () => 'first', async () => 'second'];
  const before = { load, turn: 0, data: 'first', error: null };
  const error = { code: 'STORE', message: 'It cannot be read.' } as const;
  expect(failedAnswer(before, { load, turn: 1 }, error)).toEqual({ load, turn: 1, data: 'first', error });
  expect(failedAnswer(before, { load: other, turn: 0 }, error)).toEqual({ load: other, turn: 0, data: null, error });
});
