import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listAnnotations } from '../../src/core/annotations/list-annotations.ts';
import { createWriter, type Writer } from '../../src/core/calls/writer-calls.ts';
import { readLooked } from '../../src/core/query/looked.ts';
import { isAsMarked } from '../../src/core/store/database/file-digest.ts';
import { events, type EventData } from '../../src/shared/contract.ts';
import type { Interrupted } from '../../src/shared/engine-protocol.ts';
import type { SyncProgress } from '../../src/shared/status.ts';
import { answer } from '../../src/shared/answering.ts';
import { open } from '../../src/shared/rpc.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { swift } from './hostile-server.ts';
import { createTestHost, type TestHost } from './study-host.ts';

const study = '24-006';
let sandbox: Sandbox;
let host: TestHost;
let heard: { readonly name: keyof typeof events; readonly data: unknown }[];
let onEvent: (name: keyof typeof events, data: unknown) => void;
let runs: (Interrupted | null)[];
let writer: Writer;

beforeEach(async () => {
  sandbox = createSandbox({ port: 0, subjects: 3, pageSize: 20, latency: 2 });
  const { partnerId, clientId, clientSecret } = sandbox.credentials;
  host = createTestHost({ baseUrl: await sandbox.listen(), partnerId, clientId, tokenStyle: 'body', demo: true }, clientSecret);
  heard = [];
  runs = [];
  onEvent = () => undefined;
  writer = createWriter(
    host,
    (name, data: EventData<typeof name>) => {
      heard.push({ name, data });
      onEvent(name, data);
    },
    swift,
    (run) => {
      runs.push(run);
    },
  );
});
afterEach(async () => {
  await sandbox.close();
  host.remove();
});

function call(name: string, input?: unknown) {
  return answer('writer', writer.handlers, name, input);
}

describe('the writer', () => {
  test('reports a sync as the contract defines: progress, each dataset and the end', async () => {
    const reply = await call('sync.start', { studies: [study], only: ['subjects', 'labs'] });
    expect(reply).toMatchObject({ ok: true, value: { exitCode: 0 } });
    for (const { name, data } of heard) expect(events[name].safeParse(data).success, name).toBe(true);
    expect(heard.filter(({ name }) => name === 'sync.dataset')).toHaveLength(2);
    expect(heard.at(-1)?.name).toBe('sync.done');
    expect(heard.filter(({ name }) => name === 'sync.progress').at(-1)?.data).toMatchObject({ study, dataset: 'labs' });
    expect(await call('sync.running')).toEqual({ ok: true, value: { studies: [], progress: [] } });
  });

  test('runs one sync at a time, says what runs, and cancels it', async () => {
    const running = call('sync.start', { studies: [study], only: null });
    expect(await call('sync.running')).toMatchObject({ ok: true, value: { studies: [study] } });
    expect(await call('sync.start', { studies: [study], only: null })).toMatchObject({ ok: false, error: { code: 'BUSY' } });
    await call('sync.cancel');
    expect(await running).toMatchObject({ ok: true, value: { code: 'CANCELLED' } });
    expect(await call('sync.start', { studies: [study], only: ['subjects'] })).toMatchObject({ ok: true, value: { exitCode: 0 } });
  });

  test('ends a stopped run with the pages it has read, and says what is left of it', async () => {
    expect(await writer.stop()).toBeNull();
    const running = call('sync.start', { studies: [study], only: ['labs'] });
    expect(await writer.stop()).toEqual({ studies: [study], only: ['labs'] });
    expect(await running).toMatchObject({ ok: true, value: { code: 'CANCELLED' } });
    expect(runs).toEqual([{ studies: [study], only: ['labs'] }, null]);
    expect(await call('sync.start', { studies: [study], only: ['labs'] })).toMatchObject({ ok: true, value: { exitCode: 0 } });
    expect(await writer.stop()).toBeNull();
  });

  test('fails a run that cannot begin, and allows the next one', async () => {
    const good = host.connection;
    host.connection = { ...good, baseUrl: 'http://research.example.org' };
    expect(await call('sync.start', { studies: [study], only: null })).toMatchObject({ ok: false, error: { code: 'USAGE' } });
    host.connection = good;
    expect(await call('sync.start', { studies: [study], only: ['subjects'] })).toMatchObject({ ok: true });
  });

  test('records that changes were looked at without touching what the seal covers', async () => {
    expect(await call('changes.looked', { study, generation: 1 })).toMatchObject({ ok: false, error: { code: 'USAGE' } });
    await call('sync.start', { studies: [study], only: ['subjects'] });
    expect(host.read(study, readLooked)).toMatchObject({ generation: 1, at: null });
    expect(await call('changes.looked', { study, generation: 1 })).toMatchObject({ ok: true });
    expect(host.read(study, readLooked)).toMatchObject({ generation: 1, at: expect.any(String) });
  });

  test('writes, replaces and removes annotations, and a sync keeps them', async () => {
    const kind = 'note' as const;
    const noteOf = (text: string) => ({
      kind,
      value: { place: { of: 'subject' as const, subject: '0012' }, text, followUp: 'open' as const },
    });
    const write = (text: string, id: string | null = null) => call('annotations.write', { study, id, annotation: noteOf(text) });
    expect(await write('too early')).toMatchObject({ ok: false, error: { code: 'USAGE' } });
    await call('sync.start', { studies: [study], only: ['subjects'] });
    const written = open(await write('Asked the site')) as { readonly id: string };
    await write('Asked the site, which answered', written.id);
    await write('Another');
    await call('sync.start', { studies: [study], only: ['labs'] });
    const listed = () => host.read(study, (reader) => listAnnotations(reader, kind));
    expect(listed().map(({ annotation }) => (annotation.kind === 'note' ? annotation.value.text : ''))).toEqual(
      expect.arrayContaining(['Asked the site, which answered', 'Another']),
    );
    expect(listed()).toHaveLength(2);
    expect(await call('annotations.remove', { study, kind, id: written.id })).toMatchObject({ ok: true });
    expect(await call('annotations.remove', { study, kind, id: written.id })).toMatchObject({ ok: true });
    expect(listed().map(({ id }) => id)).not.toContain(written.id);
  });

  test('keeps checks all or none, replacing those with the same ids', async () => {
    const rule = {
      ...{ id: 'mine', title: 'Mine', says: '', severity: 'major' as const, source: '', dataset: 'labs' as const },
      ...{ where: [{ column: 'test_code', op: '=' as const, values: ['K'] }], finds: [{ test_code: 'K' }], leaves: [{}] },
    };
    const keep = (...rules: object[]) => call('checks.keep', { study, rules });
    expect(await keep(rule)).toMatchObject({ ok: false, error: { code: 'USAGE' } });
    await call('sync.start', { studies: [study], only: ['subjects'] });
    expect(await keep(rule)).toEqual({ ok: true, value: { added: 1, replaced: 0 } });
    expect(await keep({ ...rule, title: 'Again' }, { ...rule, id: 'second' })).toEqual({ ok: true, value: { added: 1, replaced: 1 } });
    const titles = () =>
      host
        .read(study, (reader) => listAnnotations(reader, 'check-rule'))
        .flatMap(({ annotation }) => (annotation.kind === 'check-rule' ? [annotation.value.title] : []));
    expect(titles().toSorted()).toEqual(['Again', 'Mine']);
    const many = Array.from({ length: 199 }, (_, at) => ({ ...rule, id: `more-${String(at)}` }));
    for (const refused of [
      many,
      [
        { ...rule, id: 'third' },
        { ...rule, id: 'third' },
      ],
    ])
      expect(await keep(...refused)).toMatchObject({ ok: false, error: { code: 'USAGE' } });
    expect(titles()).toHaveLength(2);
  });

  test('limits a "looked at" mark to an existing generation', async () => {
    await call('sync.start', { studies: [study], only: ['subjects'] });
    const value = { check: 'several-units' as const, dataset: 'labs' as const, at: '2026-11-20T15:00:00.000Z', keys: ['a'] };
    for (const generation of [1, 7])
      await call('annotations.write', { study, id: null, annotation: { kind: 'looked-at', value: { ...value, generation } } });
    const marks = host.read(study, (reader) => listAnnotations(reader, 'looked-at'));
    expect(marks.map(({ annotation }) => annotation.value)).toEqual([
      { ...value, generation: 1 },
      { ...value, generation: 1 },
    ]);
  });

  test('records the generation that was on screen, limited to existing ones', async () => {
    await call('sync.start', { studies: [study], only: ['subjects'] });
    sandbox.setRevision(1);
    await call('sync.start', { studies: [study], only: ['labs'] });
    await call('changes.looked', { study, generation: 1 });
    expect(host.read(study, readLooked)).toMatchObject({ generation: 1 });
    await call('changes.looked', { study, generation: 7 });
    expect(host.read(study, readLooked)).toMatchObject({ generation: 2 });
  });

  test.each(['of the study that is being read', 'of a study whose turn was before'] as const)(
    'a mark of changes %s during a sync leaves no file mark that the next page makes untrue',
    async (which) => {
      const other = '22-001';
      for (const one of [study, other]) await call('sync.start', { studies: [one], only: ['subjects'] });
      const looked = which === 'of the study that is being read' ? other : study;
      // Asked as soon as its first page is staged, and answered before further ones can come.
      const marked = Promise.withResolvers<readonly unknown[]>();
      let asked = false;
      onEvent = (name, data) => {
        if (asked || name !== 'sync.progress' || (data as SyncProgress).study !== other) return;
        asked = true;
        void call('changes.looked', { study: looked, generation: 1 }).then(({ ok }) => {
          marked.resolve([ok, host.marks.get(other), typeof host.marks.get(study)]);
        });
      };
      const running = call('sync.start', { studies: [study, other], only: ['labs'] });
      // The sync still has the one file open, and its final state is unknown.
      expect(await marked.promise).toEqual([true, null, 'object']);
      expect(await call('sync.running')).toMatchObject({ ok: true, value: { studies: [study, other] } });
      expect(await running).toMatchObject({ ok: true, value: { exitCode: 0 } });
      expect(host.read(looked, readLooked)).toMatchObject({ at: expect.any(String) });
      for (const one of [study, other]) {
        const { path } = await host.studyFile(one);
        expect([host.marks.get(one) !== null, isAsMarked(path, host.marks.get(one) ?? null)]).toEqual([true, true]);
      }
    },
  );
});
