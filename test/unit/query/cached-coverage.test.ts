import { expect, test } from 'vitest';
import { createReaderHandlers } from '../../../src/core/calls/reader-calls.ts';
import { noColumns } from '../../../src/core/query/columns-in-memory/columns-in-memory.ts';
import type { CachedAnswers } from '../../../src/core/query/cached-on-disk/cached-answers.ts';
import { answer } from '../../../src/shared/answering.ts';
import { makeStudy, studyNumber } from './study-fixture.ts';

test('a cached coverage has the visit order that it is cached under, even if another order is decided meanwhile', async () => {
  const fixture = makeStudy();
  fixture.add('labs', [
    { record_id: 'a', subject: '1', visit: 'Alpha' },
    { record_id: 'b', subject: '1', visit: 'Beta' },
  ]);
  const decide = (at: number, ...visits: readonly string[]): void => {
    fixture.change(
      `INSERT OR REPLACE INTO annotation (kind, name, value, at) VALUES ('visit-order', 'one', '${JSON.stringify({ visits })}', '2026-11-20T08:00:0${String(at)}Z')`,
    );
  };
  decide(0, 'Beta', 'Alpha');
  const reported: unknown[] = [];
  const cachedAnswers: CachedAnswers = {
    of: async (_study, { name, asked }, work) => {
      if (name === 'coverage') decide(1, 'Alpha', 'Beta');
      const worked = await work();
      if (name === 'coverage') reported.push(asked, (worked as { readonly visits: unknown }).visits);
      return worked;
    },
    settled: async () => undefined,
  };
  const entry = { study: studyNumber, demo: true, path: fixture.path, lastOpened: null, sitePack: null };
  const directory = { studies: () => [entry], open: () => fixture.study, renew: async () => false };
  const handlers = createReaderHandlers(directory, { columns: noColumns, cachedAnswers });
  const input = { study: studyNumber, subjects: null, datasets: ['labs'] };
  expect(await answer('reader', handlers, 'coverage.read', input)).toMatchObject({ ok: true });
  expect(reported[0]).toEqual([['labs'], ['Beta', 'Alpha']]);
  expect(JSON.stringify(reported[1])).toMatch(/Beta.*Alpha/);
  fixture.remove();
});
