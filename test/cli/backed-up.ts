import { writeAnnotation } from '../../src/core/annotations/write-annotations.ts';
import { sharedStudyFiles } from '../../src/core/sync/writable-files.ts';
import { markChangesViewed } from '../../src/core/sync/mark-changes-viewed.ts';
import { changeTermsAlone } from '../../src/core/terms/change-terms.ts';
import { savePreset } from '../../src/core/vault/settings/export-presets.ts';
import { openBesideSync } from '../../src/core/vault/studies/open-study.ts';
import { openVault } from '../../src/core/vault/open-vault.ts';
import { syncHostOver } from '../../src/core/vault/studies/sync-host.ts';
import type { Vault } from '../../src/core/vault/vault.ts';
import { siteHandOver } from '../../src/shared/export-preset.ts';
import { datasets } from '../../src/shared/datasets/datasets.ts';
import { rowTable } from '../../src/core/store/database/layout.ts';
import { passphrase, type Sandbox } from './carrel.ts';

/** Lets the sandbox serve another revision of its studies. */
export async function revise(sandbox: Sandbox, revision: number): Promise<void> {
  const { origin } = new URL(sandbox.baseUrl);
  const answer = await fetch(`${origin}/sandbox/revision?value=${String(revision)}`, { method: 'POST' });
  if (!answer.ok) throw new Error(`The sandbox answered ${String(answer.status)}.`);
}

/** Opens a data folder's vault for some work in this process. */
export async function inVault<T>(dataDir: string, work: (vault: Vault) => Promise<T> | T): Promise<T> {
  const vault = await openVault(dataDir, { passphrase });
  try {
    await vault.exports.swept();
    return await work(vault);
  } finally {
    vault.close();
  }
}

/** Writes everything people can write: notes, a follow-up, marks, a filter, a view, a mapping, a preset, a recipient, view settings. */
export async function writeWork(dataDir: string, study: string): Promise<void> {
  await inVault(dataDir, async (vault) => {
    const host = syncHostOver(vault, 'refuse', () => ({ proxy: null }));
    const files = sharedStudyFiles(host);
    const [record] = await inStudy(vault, study, (db) =>
      db.prepare<[], { readonly key: string; readonly subject: string }>(`SELECT record_id AS key, subject FROM labs_row ORDER BY 1`).all(),
    );
    const { key = '', subject = '' } = record ?? {};
    const write = (annotation: Parameters<typeof writeAnnotation>[2]['annotation']) =>
      writeAnnotation(host, files, { study, annotation, id: null });
    await write({
      kind: 'note',
      value: { place: { of: 'record', dataset: 'labs', key, subject }, text: 'ask the site', followUp: 'open' },
    });
    await write({ kind: 'note', value: { place: { of: 'subject', subject }, text: 'called on Monday', followUp: 'none' } });
    await write({ kind: 'subject-filter', value: { title: 'Safety', says: 'by hand', subjects: [subject] } });
    await write({
      kind: 'grid-view',
      value: { title: 'High', dataset: 'labs', where: [], search: '', sort: [], columns: [], tests: null },
    });
    await write({ kind: 'visit-order', value: { visits: ['Screening', 'C1D1'] } });
    await write({
      kind: 'looked-at',
      value: { check: 'other-scale', dataset: 'labs', generation: 99, at: new Date().toISOString(), keys: [key] },
    });
    await markChangesViewed(host, files, { study, generation: 2 });
    await changeTermsAlone(host, {
      study,
      version: 0,
      terms: { system: 'SI', ctcae: '5.0', tests: [{ dataset: 'labs', test: 'ALT (SGPT)', serviceCode: null, code: 'XALT' }], units: [] },
    });
    savePreset(vault, { ...siteHandOver, name: 'Weekly' });
    vault.recipients.protection({ recipient: 'Acme', anchor: { kind: 'reference' } });
    vault.saveSetting(`view ${study}`, '{"place":"labs"}');
    vault.saveSetting('layouts', '{"22-001/labs":{"columns":[]}}');
  });
}

async function inStudy<T>(vault: Vault, study: string, read: (db: NonNullable<ReturnType<typeof openBesideSync>>['db']) => T): Promise<T> {
  const opened = openBesideSync(vault, study);
  if (opened === null) throw new Error(`${study} was never mirrored.`);
  try {
    return read(opened.db);
  } finally {
    opened.close();
  }
}

/** Everything in a study's file but the records themselves, in a fixed order. `values` includes what changed in each entry. */
export async function historyOf(dataDir: string, study: string, values = true): Promise<Readonly<Record<string, unknown>>> {
  return inVault(dataDir, (vault) =>
    inStudy(vault, study, (db) => {
      const all = (sql: string): unknown[] => db.prepare(sql).raw().all();
      return {
        generations: all(`SELECT number, ${values ? 'at, ' : ''}datasets FROM generation ORDER BY number`),
        changes: all(
          `SELECT generation, ${values ? 'at, fields, ' : ''}dataset, key, subject, kind FROM change ORDER BY generation, dataset, key, kind`,
        ),
        arrivals: all('SELECT dataset, generation, at, records FROM first_load ORDER BY dataset'),
        states: all('SELECT dataset, generation, records FROM state ORDER BY dataset'),
        annotations: all('SELECT kind, name, value, at FROM annotation ORDER BY kind, name'),
        rows: Object.values(datasets).map(({ name, key }) =>
          all(`SELECT "${key}", hex(_hash), _added, _changed FROM ${rowTable(name)} ORDER BY 1`).map((row) => JSON.stringify(row)),
        ),
      };
    }),
  );
}

/** The user settings, and every entry of the trail with its link. */
export async function vaultWorkOf(dataDir: string): Promise<{ readonly settings: unknown; readonly trail: readonly string[] }> {
  return inVault(dataDir, (vault) => {
    const { settings, trail } = vault.backups.contents();
    return { settings, trail: trail.map((entry) => JSON.stringify(entry)) };
  });
}
