import type { z } from 'zod';
import { viewName } from '../../core/vault/stored-views.ts';
import { storedPlaceSchema, storedViewSchema } from '../../shared/calls/places.ts';
import type { Handlers } from '../../shared/rpc.ts';
import type { Session } from '../engines/session.ts';

export type PlaceCalls = Pick<Handlers<'main'>, 'places.last' | 'places.keep' | 'views.kept' | 'views.keep'>;

const setting = 'place';
const nothing = 'null';

/** Where the window was last and how its views were set: kept in the vault, for it names studies and values. All throw LOCKED while that is locked. */
export function placeCalls(session: Session): PlaceCalls {
  const keep = (name: string, kept: string): void => {
    const vault = session.vault();
    // Where nothing can be kept the window goes on for as long as it is open.
    if (vault.readOnly) return;
    if ((vault.setting(name) ?? nothing) !== kept) vault.saveSetting(name, kept);
  };
  return {
    'places.last': () => parse(storedPlaceSchema, session.vault().setting(setting)),
    'places.keep': (place) => {
      keep(setting, JSON.stringify(place));
    },
    'views.kept': () => {
      const vault = session.vault();
      return vault.studyNumbers().flatMap((study) => {
        const kept = vault.setting(viewName(study)) ?? nothing;
        return kept === nothing ? [] : [{ study, view: parse(storedViewSchema, kept) }];
      });
    },
    'views.keep': ({ study, view }) => {
      if (session.vault().studyNumbers().includes(study)) keep(viewName(study), JSON.stringify(view));
    },
  };
}

/** Null for what is in an unknown shape: the window then opens where and as it always does. */
function parse<T>(schema: z.ZodType<T>, kept: string | null): T | null {
  if (kept === null) return null;
  try {
    return schema.nullable().parse(JSON.parse(kept));
  } catch {
    return null;
  }
}
