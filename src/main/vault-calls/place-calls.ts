import { parseSetting } from '../../core/vault/settings/settings.ts';
import { placeName, viewName } from '../../core/vault/settings/stored-views.ts';
import { storedPlaceSchema, storedViewSchema } from '../../shared/calls/places.ts';
import type { Handlers } from '../../shared/rpc.ts';
import type { Session } from '../engines/session.ts';

export type PlaceCalls = Pick<Handlers<'main'>, 'places.last' | 'places.keep' | 'views.kept' | 'views.keep'>;

const nothing = 'null';

/** The next page begins at the studies: the last place may be what stopped this one. Does nothing while locked, or if it cannot be stored. */
export function forgetLastPlace(session: Pick<Session, 'isOpen' | 'vault'>): void {
  try {
    if (session.isOpen && !session.vault().readOnly) session.vault().saveSetting(placeName, nothing);
  } catch {
    // The page is loaded again in any case.
    return;
  }
}

/** Calls on the last place and view settings, stored in the vault because they contain study numbers and values. All throw LOCKED. */
export function placeCalls(session: Session): PlaceCalls {
  const keep = (name: string, kept: string): void => {
    const vault = session.vault();
    // A read-only vault stores nothing; the window keeps its state while it is open.
    if (vault.readOnly) return;
    if ((vault.setting(name) ?? nothing) !== kept) vault.saveSetting(name, kept);
  };
  return {
    'places.last': () => parseSetting(storedPlaceSchema, session.vault().setting(placeName)),
    'places.keep': (place) => {
      // Nothing is stored about a study that was wiped meanwhile, for example from a terminal.
      if (place === null || session.vault().studyNumbers().includes(place.study)) keep(placeName, JSON.stringify(place));
    },
    'views.kept': () => {
      const vault = session.vault();
      return vault.studyNumbers().flatMap((study) => {
        const kept = vault.setting(viewName(study)) ?? nothing;
        return kept === nothing ? [] : [{ study, view: parseSetting(storedViewSchema, kept) }];
      });
    },
    'views.keep': ({ study, view }) => {
      if (session.vault().studyNumbers().includes(study)) keep(viewName(study), JSON.stringify(view));
    },
  };
}
