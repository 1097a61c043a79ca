import { mostStoredDrafts } from '../../../shared/stored-view-limits.ts';

/** Texts of notes that are not added yet, by study and place (`study/place`), the latest last. */
export type NoteDrafts = ReadonlyMap<string, string>;

/** Returns the drafts with a changed one. Keeps the latest, as many as can be stored. */
export function withDraft(drafts: NoteDrafts, key: string, text: string): NoteDrafts {
  const others = [...drafts].filter(([other]) => other !== key);
  return new Map(text === '' ? others : [...others.slice(1 - mostStoredDrafts), [key, text]]);
}
