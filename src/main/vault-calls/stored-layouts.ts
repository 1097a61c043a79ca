import { parseSetting } from '../../core/vault/settings/settings.ts';
import type { Vault } from '../../core/vault/vault.ts';
import { preferencesSchema, type Preferences } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';

type Layouts = Preferences['layouts'];

const setting = 'layouts';
const schema = preferencesSchema.shape.layouts;

/** Column layouts of each study's tables, stored in the vault because they name the studies. */
export interface LayoutStore {
  /** Empty while the vault is locked, or if the stored layouts have an unknown shape. */
  get(): Layouts;
  /** Throws LOCKED and STORE. */
  set(layouts: Layouts): void;
}

/** `vault` returns null while it is locked. Layouts of a read-only vault are kept in memory while it is open. */
export function layoutsIn(vault: () => Vault | null): LayoutStore {
  const held = new WeakMap<Vault, Layouts>();
  return {
    get: () => {
      const opened = vault();
      return (opened === null ? undefined : held.get(opened)) ?? parseSetting(schema, opened?.setting(setting) ?? null) ?? {};
    },
    set: (layouts) => {
      const opened = vault();
      if (opened === null)
        throw new AppError('LOCKED', 'Carrel is locked, and column layouts are stored with the studies. Unlock it first.');
      if (opened.readOnly) held.set(opened, layouts);
      else opened.saveSetting(setting, JSON.stringify(layouts));
    },
  };
}
