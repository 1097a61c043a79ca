import { expect, test } from 'vitest';
import { makeBundle } from '../../../src/main/file-calls/diagnostics-bundle.ts';
import { readPreferences } from '../../../src/main/platform/stored-preferences.ts';

test('the diagnostics hold sizes and counts, but no study number, layout, path or digest', () => {
  const canary = 'CANARY-4711';
  const layouts = { [`${canary}/labs`]: { columns: [{ name: canary, width: 80, shown: true, pinned: false }] } };
  const seal = { current: { generation: 3, counts: { labs: 12 }, digest: canary }, pending: null };
  const entry = { study: canary, path: `/${canary}/none.db`, key: Buffer.from(canary), demo: false, setAside: canary, seal };
  const bundle = makeBundle({ preferences: readPreferences({ layouts }), keyStore: 'keychain', studies: [entry], log: [] });
  expect(JSON.stringify(bundle)).not.toContain(canary);
  expect(bundle).toMatchObject({ studies: [{ demo: false, setAside: true, bytes: 0, generation: 3, records: { labs: 12 } }] });
  expect(makeBundle({ preferences: readPreferences({}), keyStore: 'keychain', studies: null, log: [] })).toMatchObject({
    studies: 'locked',
  });
});
