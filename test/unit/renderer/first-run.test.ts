import { describe, expect, test } from 'vitest';
import { forgetStudy } from '../../../src/renderer/data/model/actions.ts';
import { firstView } from '../../../src/renderer/data/model/subject-view.ts';
import { freshState } from '../../../src/renderer/data/table/grid-state.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import { loadModel, type Model } from '../../../src/renderer/data/model/model.ts';
import type { DataSource } from '../../../src/renderer/data/port/data-source.ts';
import { asksPassphrase, finishFirstRun, type Intention } from '../../../src/renderer/places/start/finish-first-run.ts';
import { emptyForm, connectionOf } from '../../../src/renderer/places/start/connect-values.ts';

const intention: Intention = { kind: 'service', connection: connectionOf(emptyForm), secret: 's', study: '22-001' };

/** A window with an open vault, whose studies are known to the reader once the connection is saved. */
async function windowOf(): Promise<Model> {
  const studies: string[] = [];
  const answers: Readonly<Record<string, () => unknown>> = {
    'app.state': () => ({ phase: 'ready', connection: null }),
    'preferences.get': () => ({ sync: { onStart: false } }),
    'connection.save': () => studies.push('22-001'),
    'studies.list': () => studies.map((study) => ({ study, sitePack: null, status: { study, datasets: [] } })),
  };
  const call = async (name: string): Promise<unknown> => answers[name]?.();
  return loadModel({ call } as unknown as DataSource, true);
}

test('a study is listed as soon as it is connected, not only when its first sync ends', async () => {
  const model = await windowOf();
  await finishFirstRun(model, intention, { passphrase: null, keyStore: false });
  expect(model.studies.get().cards?.map(({ study }) => study)).toEqual(['22-001']);
});

test('a wiped study leaves no filter and no view in the window', async () => {
  const model = await windowOf();
  const settings = new Map(['22-001/labs', '22-001/labs/0012', '23-014/labs'].map((key) => [key, key] as const));
  model.chartChoices.update(() => settings);
  model.noteDrafts.update(() => settings);
  model.grids.update(() => new Map([['22-001/labs', freshState(datasets.labs)]]));
  model.grownWidths.update(() => new Map([['22-001/labs', new Map()]]));
  model.subjectViews.update(() => new Map([['22-001', firstView]]));
  model.subjectFilters.update(() => new Map(['22-001', '23-014'].map((study) => [study, { subjects: ['0012'], says: 'from a list' }])));
  forgetStudy(model, '22-001');
  expect([...model.chartChoices.get().keys()]).toEqual(['23-014/labs']);
  expect([...model.noteDrafts.get().keys()]).toEqual(['23-014/labs']);
  expect([...model.subjectFilters.get().keys()]).toEqual(['23-014']);
  for (const { get } of [model.grids, model.grownWidths, model.subjectViews]) expect(get().size).toBe(0);
});

describe('a passphrase is asked for', () => {
  test.each([
    ['before anything is chosen', { chosen: false, busy: false, phase: 'first-run' }, false],
    ['once it is chosen how to start', { chosen: true, busy: false, phase: 'first-run' }, true],
    ['while the copy is set up', { chosen: true, busy: true, phase: 'ready' }, true],
    ['after a failure, if the vault has its passphrase already', { chosen: true, busy: false, phase: 'ready' }, false],
  ] as const)('%s: %o', (_when, step, asks) => {
    expect(asksPassphrase(step)).toBe(asks);
  });
});
