import { expect, test } from 'vitest';
import { createAnswers } from '../../../src/core/query/answers.ts';

/** Asks, and tells how many answers have been worked out since the beginning. */
function asking(most: number) {
  const answers = createAnswers(most);
  let worked = 0;
  return (generation: number, question: unknown, answered = generation) => {
    const answer = answers.of(generation, question, () => ({ generation: answered, question, number: ++worked }));
    expect(answer.question).toEqual(question);
    return answer.number;
  };
}

test('a question is worked out once for a generation, and told apart from others by all there is in it', () => {
  const ask = asking(8);
  expect([ask(1, ['tests', null]), ask(1, ['tests', null]), ask(1, ['tests', ['0012']]), ask(1, ['tests', null])]).toEqual([1, 1, 2, 1]);
});

test('another generation has answers of its own, and nothing is kept of the one before', () => {
  const ask = asking(8);
  expect([ask(1, 'visits'), ask(2, 'visits'), ask(2, 'visits'), ask(1, 'visits')]).toEqual([1, 2, 2, 3]);
});

test('an answer from after a sync is given, but not remembered as one of before', () => {
  const ask = asking(8);
  expect([ask(1, 'visits', 2), ask(1, 'visits'), ask(1, 'visits')]).toEqual([1, 2, 2]);
});

test('only the last few different questions are remembered', () => {
  const ask = asking(2);
  expect([ask(1, 'a'), ask(1, 'b'), ask(1, 'a'), ask(1, 'c'), ask(1, 'a'), ask(1, 'b')]).toEqual([1, 2, 1, 3, 1, 4]);
});
