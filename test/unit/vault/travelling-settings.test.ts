import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createVaultDatabase, type VaultDatabase } from '../../../src/core/vault/database.ts';
import { viewName } from '../../../src/core/vault/settings/stored-views.ts';
import { storeSetting } from '../../../src/core/vault/settings/settings.ts';
import { addedRecipients, mergeSettings, travellingSettings } from '../../../src/core/vault/settings/travelling-settings.ts';
import { freshKey } from '../../../src/core/vault/keys/vault-key.ts';
import { siteHandOver } from '../../../src/shared/export-preset.ts';
import { defaultSecurity } from '../../../src/shared/security.ts';
import { temporaryFolders } from './folder.ts';

describe('settings of a backup', () => {
  const folder = temporaryFolders();
  const salt = 'a1'.repeat(32);
  const meyer = { name: 'Meyer', salt, since: '2026-11-01T10:00:00.000Z' };

  function newVault(): VaultDatabase {
    const dir = folder();
    mkdirSync(join(dir, 'studies'), { recursive: true });
    return createVaultDatabase(dir, freshKey());
  }

  test('add recipients with their salts and never replace an existing one', () => {
    const db = newVault();
    const there = [{ name: 'recipients', value: JSON.stringify([meyer]) }];
    expect(mergeSettings(db, there)).toEqual(there);
    storeSetting(db, 'recipients', JSON.stringify([{ ...meyer, name: 'MEYER', salt: 'b2'.repeat(32) }]));
    expect(mergeSettings(db, there)).toEqual([]);
    const sponsor = { ...meyer, name: 'Sponsor' };
    const [merged] = mergeSettings(db, [{ name: 'recipients', value: JSON.stringify([meyer, sponsor]) }]);
    expect(JSON.parse(merged?.value ?? '')).toEqual([{ ...meyer, name: 'MEYER', salt: 'b2'.repeat(32) }, sponsor]);
    db.close();
  });

  test.each([
    ['something other than a list', '{}'],
    ['a recipient without a salt', '[{"name":"Meyer"}]'],
    ['a salt that is too short', JSON.stringify([{ ...meyer, salt: 'a1' }])],
    ['text that is not JSON', 'Meyer'],
  ])('are ignored if they hold %s, which would make every protected export fail', (_, value) => {
    const db = newVault();
    expect(mergeSettings(db, [{ name: 'recipients', value }])).toEqual([]);
    db.close();
  });

  const layout = { columns: [] };
  const choice = { format: 'csv', delimiter: ',', columns: 'all' };
  const preset = { ...siteHandOver, name: 'Weekly' };

  test.each([
    ['layouts', { '22-001/labs': layout }, { '22-001/vitals': layout, '22-001/labs ': { columns: 7 } }, { '22-001/vitals': layout }],
    ['export.last', { labs: choice }, { vitals: choice, study: { format: 'of a newer Carrel' } }, { vitals: choice }],
  ])('add the readable entries of %s: the others would make the existing ones unreadable', (name, own, there, taken) => {
    const db = newVault();
    const brought = [{ name, value: JSON.stringify(there) }];
    expect(mergeSettings(db, brought).map(({ value }) => JSON.parse(value) as unknown)).toEqual([taken]);
    storeSetting(db, name, JSON.stringify(own));
    expect(mergeSettings(db, brought).map(({ value }) => JSON.parse(value) as unknown)).toEqual([{ ...taken, ...own }]);
    db.close();
  });

  test('add the readable export presets: the others would make the existing ones unreadable', () => {
    const db = newVault();
    storeSetting(db, 'export.presets', JSON.stringify([preset]));
    const monthly = { ...preset, name: 'Monthly' };
    const there = [{ name: 'export.presets', value: JSON.stringify([monthly, { name: 'Of a newer Carrel' }]) }];
    const [merged] = mergeSettings(db, there);
    expect(JSON.parse(merged?.value ?? '')).toEqual([preset, monthly]);
    db.close();
  });

  test('bring no preset where there are a hundred already', () => {
    const db = newVault();
    const many = Array.from({ length: 100 }, (_unused, at) => ({ ...preset, name: String(at) }));
    storeSetting(db, 'export.presets', JSON.stringify(many));
    expect(mergeSettings(db, [{ name: 'export.presets', value: JSON.stringify([preset]) }])).toEqual([]);
    storeSetting(db, 'export.presets', JSON.stringify([...many, { ...preset, name: 'Of an earlier Carrel' }]));
    expect(mergeSettings(db, [{ name: 'export.presets', value: JSON.stringify([preset]) }])).toEqual([]);
    db.close();
  });

  test('about security are taken where none are set here, unless they are weaker', () => {
    const db = newVault();
    const value = (lockAfterMinutes: number) => JSON.stringify({ ...defaultSecurity, lockAfterMinutes });
    const brought = (lockAfterMinutes: number) => mergeSettings(db, [{ name: 'security', value: value(lockAfterMinutes) }]);
    expect(brought(15)).toEqual([{ name: 'security', value: value(15) }]);
    expect(brought(16)).toEqual([]);
    storeSetting(db, 'security', value(30));
    expect(brought(5)).toEqual([]);
    db.close();
  });

  test('of a view are taken where none is set here', () => {
    const db = newVault();
    const name = viewName('labs');
    const there = [{ name, value: '{"a":1}' }];
    expect(mergeSettings(db, there)).toEqual(there);
    storeSetting(db, name, 'null');
    expect(mergeSettings(db, there)).toEqual(there);
    storeSetting(db, name, '{}');
    expect(mergeSettings(db, there)).toEqual([]);
    db.close();
  });

  test('name the recipients that they add', () => {
    const db = newVault();
    const there = [{ name: 'recipients', value: JSON.stringify([meyer, { ...meyer, name: 'Sponsor' }]) }];
    expect(addedRecipients(db, there)).toEqual(['Meyer', 'Sponsor']);
    expect(addedRecipients(db, [{ name: 'layouts', value: '{}' }])).toEqual([]);
    storeSetting(db, 'recipients', JSON.stringify([meyer]));
    expect(addedRecipients(db, mergeSettings(db, there))).toEqual(['Sponsor']);
    db.close();
  });

  test('are those of people, without what belongs to this folder', () => {
    const db = newVault();
    for (const name of ['layouts', 'recipients', 'backup.plan', 'keys.left', viewName('labs')]) storeSetting(db, name, '{}');
    expect(travellingSettings(db).map((one) => one.name)).toEqual(['layouts', 'recipients', viewName('labs')].toSorted());
    db.close();
  });

  test('bring no export preset with the name of the built-in one, and no more than can be saved', () => {
    const db = newVault();
    const many = Array.from({ length: 150 }, (_unused, at) => ({ ...preset, name: `Of a backup ${String(at)}` }));
    storeSetting(db, 'export.presets', JSON.stringify([preset]));
    const there = [{ name: 'export.presets', value: JSON.stringify([{ ...siteHandOver, format: 'csv' }, ...many]) }];
    const [merged] = mergeSettings(db, there);
    expect(JSON.parse(merged?.value ?? '')).toEqual([preset, ...many.slice(0, 99)]);
    db.close();
  });

  test.each(['constructor', 'toString', '__proto__', 'unlisted'])('leave out %s, which no backup of Carrel includes', (name) => {
    const db = newVault();
    expect(mergeSettings(db, [{ name, value: '{}' }])).toEqual([]);
    db.close();
  });

  test.each(['layouts', 'export.presets', 'export.last'])('leave out %s that cannot be read', (name) => {
    const db = newVault();
    expect(mergeSettings(db, [{ name, value: '7' }])).toEqual([]);
    db.close();
  });
});
