import { keptPlaceSchema, type KeptPlace } from '../shared/calls/places.ts';
import type { Handlers } from '../shared/rpc.ts';
import type { Session } from './session.ts';

export type PlaceCalls = Pick<Handlers<'main'>, 'places.last' | 'places.keep'>;

const setting = 'place';

/** Where the window was last: kept in the vault, for it names a study. Both throw LOCKED while that is locked. */
export function placeCalls(session: Session): PlaceCalls {
  return {
    'places.last': () => parse(session.vault().setting(setting)),
    'places.keep': (place) => {
      const vault = session.vault();
      const kept = JSON.stringify(place);
      if (vault.setting(setting) !== kept) vault.saveSetting(setting, kept);
    },
  };
}

/** Null for what is in an unknown shape: the window then opens where it always does. */
function parse(kept: string | null): KeptPlace | null {
  if (kept === null) return null;
  try {
    return keptPlaceSchema.nullable().parse(JSON.parse(kept));
  } catch {
    return null;
  }
}
