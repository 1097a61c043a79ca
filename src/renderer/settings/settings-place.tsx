import type { ReactNode } from 'react';
import type { Place } from '../model/place.ts';
export function SettingsPlace(_props: { readonly place: Extract<Place, { readonly name: 'settings' }> }): ReactNode {
  return null;
}
