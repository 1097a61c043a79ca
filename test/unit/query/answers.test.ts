import { expect, test } from 'vitest';
import { createAnswers } from '../../../src/core/query/answers.ts';

/** Asks a question and returns the number of its answer, counted in the order of computation. */
function asking(most: number) {
  const answers = createAnswers(most);
  let worked = 0;
  return (generation: number, question: unknown, answered = generation) => {
    const answer = answers.of(generation, question, () => ({ generation: answered, question, number: ++worked }));
    expect(answer.question).toEqual(question);
    return answer.number;
  };
}

test('answers a question once per generation, and distinguishes questions by their whole content', () => {
  const ask = asking(8);
  expect([ask(1, ['tests', null]), ask(1, ['tests', null]), ask(1, ['tests', ['0012']]), ask(1, ['tests', null])]).toEqual([1, 1, 2, 1]);
});

test('keeps the answers of one generation only', () => {
  const ask = asking(8);
  expect([ask(1, 'visits'), ask(2, 'visits'), ask(2, 'visits'), ask(1, 'visits')]).toEqual([1, 2, 2, 3]);
});

test('returns an answer of a later generation, but does not keep it for the earlier one', () => {
  const ask = asking(8);
  expect([ask(1, 'visits', 2), ask(1, 'visits'), ask(1, 'visits')]).toEqual([1, 2, 2]);
});

test('keeps the answers to the most recent questions only', () => {
  const ask = asking(2);
  expect([ask(1, 'a'), ask(1, 'b'), ask(1, 'a'), ask(1, 'c'), ask(1, 'a'), ask(1, 'b')]).toEqual([1, 2, 1, 3, 1, 4]);
});
