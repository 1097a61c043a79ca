import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { prepareStudy } from '../../../src/core/calls/prepare-study.ts';
import { createReaderHandlers } from '../../../src/core/calls/reader-calls.ts';
import { createCachedAnswers } from '../../../src/core/query/cached-on-disk/cached-answers.ts';
import { createColumnsInMemory } from '../../../src/core/query/columns-in-memory/columns-in-memory.ts';
import { createLruCache } from '../../../src/core/query/lru-cache.ts';
import type { ReaderMemory } from '../../../src/core/query/reader-memory.ts';
import { queryRows } from '../../../src/core/query/rows.ts';
import { cachePaths } from '../../../src/core/store/database/cache-files.ts';
import type { StudyFileAccess } from '../../../src/core/store/database/study.ts';
import { openStudyForReading } from '../../../src/core/store/study-file/study-file.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import { everything } from '../../unit/query/study-fixture.ts';
import { plainTarget, type Target } from './targets.ts';

/** The files of columns and answers next to a study's file. Whatever happens to them, every answer must be as before. */
export async function cacheTargets(study: string, access: StudyFileAccess): Promise<readonly Target[]> {
  const right = await answersOf(study, access);
  const paths = cachePaths(access.path).filter((path) => existsSync(path));
  assert.ok(paths.length > 0, 'nothing is cached');
  return paths.map((path) =>
    plainTarget({
      part: path.includes('-columns-') ? 'columns' : 'answer',
      path,
      isHarmless: async () => isDeepStrictEqual(await answersOf(study, access), right),
    }),
  );
}

/** What the first screens show and the rows of each dataset by each column, answered by caches where there are some; missing ones are written. */
async function answersOf(study: string, { path, key }: StudyFileAccess): Promise<unknown> {
  const opened = openStudyForReading(path, Buffer.from(key), study, null);
  const memory: ReaderMemory = {
    columns: createColumnsInMemory({ fewestRows: 0, mostBytes: 1e9, report: () => undefined }),
    cachedAnswers: createCachedAnswers(() => undefined),
  };
  try {
    await prepareStudy(opened, memory);
    const entry = { study, demo: true, path, lastOpened: null, sitePack: null };
    const ask = createReaderHandlers({ studies: () => [entry], open: () => opened, renew: async () => false }, memory);
    const everybody = { study, subjects: null };
    const { anchor } = await ask['anchors.default'](everybody);
    assert.ok(anchor !== null, 'no visit is a baseline');
    const firstScreens = [
      await ask['overview.read'](everybody),
      await ask['coverage.read']({ ...everybody, datasets: ['labs'] }),
      await ask['results.grades']({ ...everybody, anchor }),
      await ask['checks.summary'](everybody),
    ];
    const pages = Object.values(datasets).flatMap(({ name, columns }) =>
      columns.map(({ name: column }) => {
        const query = { selection: everything(name), sort: [{ column, descending: true }], offset: 0, limit: 50 };
        return queryRows(opened, query, createLruCache(1), memory.columns);
      }),
    );
    return [firstScreens, pages];
  } finally {
    await memory.cachedAnswers.settled();
    opened.close();
  }
}
