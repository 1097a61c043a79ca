import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { packStudy } from '../../src/core/pack/pack-study.ts';
import { checkStudy } from '../../src/core/store/study-file/check-study.ts';
import { sealOf } from '../../src/core/store/database/seal.ts';
import { termsKind } from '../../src/core/store/database/stored-terms.ts';
import { openStudyForWriting } from '../../src/core/store/study-file/study-file.ts';
import { withStudy } from '../../src/core/vault/studies/open-study.ts';
import { createVault, openVault } from '../../src/core/vault/open-vault.ts';
import { verifyCache } from '../../src/core/verify/verify-cache.ts';
import { labText, mirroredStudy } from '../unit/query/mirrored-study.ts';
import { syncHostOver } from '../../src/core/vault/studies/sync-host.ts';
import { turningKeyStore as keyStore } from '../unit/vault/key-store.ts';
import {
  canary,
  files,
  fillSource,
  folder,
  key,
  pack,
  packedAt,
  passphrase,
  receive,
  removeSource,
  snapshot,
  source,
  study,
} from './packed-source.ts';

// Deriving many keys from passphrases takes long on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

beforeAll(fillSource);
afterAll(removeSource);

describe('a site pack from one data folder to another', () => {
  let path = '';

  test('is a file for its owner alone, without readable contents', async () => {
    const before = readdirSync(source.folder);
    const made = await pack('study.carrelpack');
    ({ path } = made);
    const bytes = readFileSync(path);
    expect(made.packed).toMatchObject({ study, generation: 2, expires: '2026-12-04', bytes: bytes.length });
    expect(made.packed.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
    for (const word of [study, canary, 'SQLite', 'labs', 'expires']) expect(bytes.includes(word)).toBe(false);
    expect(readdirSync(source.folder)).toEqual(before);
  });

  test('does not replace an earlier file of that name', async () => {
    const before = readFileSync(path);
    await expect(pack('study.carrelpack')).rejects.toMatchObject({ code: 'EXPORT' });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test('leaves nothing behind when cancelled', async () => {
    const before = [...readdirSync(source.folder), ...readdirSync(folder)];
    const opened = { opened: source.study, path: source.path, key, seal: { current: sealOf(source.study), pending: null }, demo: true };
    const request = { path: join(folder, 'no'), replace: false, passphrase, expires: '2026-12-04', madeBy: '0', now: packedAt };
    await expect(packStudy(opened, request, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'CANCELLED' });
    expect([...readdirSync(source.folder), ...readdirSync(folder)]).toEqual(before);
  });

  test('shows the packed study with its proof on the other side, and opens until the end of its last day', async () => {
    const dir = join(folder, 'second');
    let now = new Date('2026-11-21T08:00:00Z');
    const made = await createVault(dir, { passphrase: null, keyStore }, () => now);
    expect(await receive(made, path)).toBe('added');
    expect(made.study(study)).toMatchObject({ demo: true, provisional: false, sitePack: { expires: '2026-12-04', expired: false } });
    const shown = await withStudy(made, study, async (opened) => (opened === null ? '' : snapshot(opened)));
    expect(shown).toBe(snapshot(source.study));
    await withStudy(made, study, async (opened) => {
      expect(opened === null ? ['none'] : checkStudy(opened)).toEqual([]);
      expect(opened?.db.prepare('SELECT count(*) FROM annotation').pluck().get()).toBe(0);
      expect(opened?.db.prepare("SELECT count(*) FROM pass WHERE status <> 'current'").pluck().get()).toBe(0);
    });
    expect(verifyCache(made).findings).toEqual([]);
    expect(await receive(made, path)).toBe('unchanged');
    expect(files(dir).filter((name) => name.endsWith('.db'))).toHaveLength(1);
    expect(made.audit.entries().filter(({ event }) => event.kind === 'unpack')).toHaveLength(2);

    now = new Date('2026-12-04T23:59:59Z');
    await withStudy(made, study, async (opened) => expect(opened).not.toBeNull());
    now = new Date('2026-12-05T00:00:00Z');
    const refused = withStudy(made, study, async () => 'shown');
    await expect(refused).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(receive(made, path)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(verifyCache(made).findings).toEqual([]);
    made.audit.append({ kind: 'verified', findings: 0 });
    made.close();

    // A clock that is set back gives no more days.
    now = new Date('2026-11-22T00:00:00Z');
    const again = await openVault(dir, { keyStore }, () => now);
    await expect(withStudy(again, study, async () => 'shown')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const longer = await pack('longer.carrelpack', { expires: '2026-12-20' });
    expect(await receive(again, longer.path)).toBe('prolonged');
    await withStudy(again, study, async (opened) => expect(opened).not.toBeNull());
    again.close();
  });

  test('a newer pack keeps what people added to the copy that it replaces', async () => {
    const dir = join(folder, 'replacing');
    const own = await createVault(dir, { passphrase: null, keyStore }, () => packedAt);
    await receive(own, path);
    const note = JSON.stringify({ place: { of: 'subject', subject: canary }, text: 'call the site', followUp: 'open' });
    const added = [
      ['data-cut-off', 'one', '{"date":"2026-01-31"}', '2026-11-21T08:00:00.000Z'],
      ['looked', 'changes', '1', '2026-11-21T08:00:00.000Z'],
      ['note', 'one', note, '2026-11-21T08:00:00.000Z'],
      [termsKind, '1', '{"version":1,"decisions":[]}', '2026-11-21T08:00:00.000Z'],
    ];
    const entry = own.study(study);
    if (entry === null) throw new Error('The pack was not taken in.');
    const writer = openStudyForWriting(entry.path, entry.key, study, null);
    for (const row of added) writer.db.prepare('INSERT INTO annotation (kind, name, value, at) VALUES (?, ?, ?, ?)').run(row);
    writer.close();
    own.saveMark(study, null);

    const newer = mirroredStudy();
    const records = Array.from({ length: 3 }, (_unused, index) => labText(`lab-${String(index)}`));
    await newer.mirror('labs', [records]);
    const from = { opened: newer.study, path: newer.path, key, seal: { current: sealOf(newer.study), pending: null }, demo: true };
    const newerPath = join(folder, 'newer.carrelpack');
    await packStudy(from, { path: newerPath, replace: false, passphrase, expires: '2026-12-04', madeBy: '0.1.0', now: packedAt });
    newer.remove();

    expect(await receive(own, newerPath)).toBe('replaced');
    await withStudy(own, study, async (opened) => {
      const kept = opened?.db.prepare('SELECT kind, name, value, at FROM annotation ORDER BY kind').raw().all();
      // The mark that changes were seen names a generation of the earlier copy.
      expect(kept).toEqual(added.filter(([kind]) => kind !== 'looked'));
      expect(opened?.db.prepare('SELECT count(*) FROM labs').pluck().get()).toBe(3);
    });
    expect(verifyCache(own).findings).toEqual([]);
    own.close();
  });

  test('is refused if its study looks like another one that is here', async () => {
    const vault = await createVault(join(folder, 'alike'), { passphrase: null, keyStore }, () => packedAt);
    vault.addStudy(study.replace('-', '\u2011'), { demo: true, provisional: false });
    await expect(receive(vault, path)).rejects.toMatchObject({ code: 'EXPORT' });
    expect(vault.studyNumbers()).toHaveLength(1);
    vault.close();
  });

  test('becomes an ordinary mirror once a sync has proven all of it, and is gone after a wipe', async () => {
    const dir = join(folder, 'third');
    const vault = await createVault(dir, { passphrase: null, keyStore }, () => packedAt);
    await receive(vault, path);
    const fromPack = async (): Promise<readonly string[]> => (await syncHostOver(vault, 'refuse', () => ({})).studyFile(study)).fromPack;
    const synced = { records: 1, generation: 3, added: 0, changed: 0, vanished: 0 };
    vault.packs.settle(study, [{ dataset: 'labs', state: 'kept', error: 'FORBIDDEN', ...synced }]);
    expect(vault.study(study)?.sitePack).not.toBeNull();
    expect(await fromPack()).toEqual(['labs']);
    vault.packs.settle(study, [{ dataset: 'labs', state: 'unchanged', error: null, ...synced }]);
    expect(vault.study(study)?.sitePack).toBeNull();
    expect(await fromPack()).toEqual([]);
    vault.wipeStudy(study);
    expect(files(dir)).toEqual([]);
    expect(await receive(vault, path)).toBe('added');
    vault.close();
  });

  test('is swept at the next opening if the process that unpacked it was killed', async () => {
    const dir = join(folder, 'fourth');
    const vault = await createVault(dir, { passphrase: null, keyStore });
    const place = vault.packs.place();
    const left = `${place.path}.pack-999999999-0123456789ab`;
    for (const name of [place.path, `${place.path}-journal`, left]) writeFileSync(name, 'half');
    vault.close();
    const again = await openVault(dir, { keyStore });
    // It belongs to this running process, so it must stay.
    expect([existsSync(place.path), existsSync(left)]).toEqual([true, false]);
    for (const suffix of ['.new', '.pack-1-0123456789ab-wal']) writeFileSync(place.path + suffix, 'half');
    again.packs.giveUp(place);
    again.close();
    expect(files(dir)).toEqual([]);
  });
});
