import type { Icon } from '@tabler/icons-react';
import type { Preferences } from '../../../shared/contract.ts';
import type { ListingName } from '../../../shared/listings.ts';
import type { ChartName } from '../../places/charts/chart-tabs.ts';
import type { Command } from '../../ui/keys/commands.tsx';
import type { Place } from '../../data/model/place.ts';
import type { GridView } from '../../record/saved/grid-view.ts';

/** One line of the palette: where it leads or what it does is decided when it is taken. */
export interface PaletteEntry {
  readonly id: string;
  readonly icon: Icon;
  readonly label: string;
  readonly says?: string;
  /** Other words that find it. */
  readonly words?: string;
  readonly keys?: string;
  readonly take: PaletteTake;
}

export type PaletteTake =
  | { readonly kind: 'go'; readonly place: Place }
  | { readonly kind: 'run'; readonly command: Command }
  | { readonly kind: 'chart'; readonly study: string; readonly chart: ChartName }
  | { readonly kind: 'listing'; readonly study: string; readonly listing: ListingName }
  | {
      readonly kind: 'test';
      readonly study: string;
      readonly dataset: 'labs' | 'vitals';
      readonly test: string;
      /** It has numbers, and so a trend. */
      readonly drawn: boolean;
    }
  | { readonly kind: 'view'; readonly study: string; readonly view: GridView }
  | { readonly kind: 'prefer'; readonly change: Partial<Preferences> };

export interface PaletteGroup {
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
  /** It shows nothing before something is typed. */
  readonly onlySearched?: boolean;
}
