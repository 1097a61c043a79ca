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

/** Entries of one group that are shown at most: who types on finds fewer. */
const most = 12;

/**
 * The entries in which every word typed occurs, in any order and by any part; ">" keeps actions only. Names come before what is said of
 * them, whole words before parts, and the group with the best one first. Groups that are only searched show nothing before something is typed.
 */
export function findEntries(groups: readonly PaletteGroup[], typed: string): readonly PaletteGroup[] {
  const actionsOnly = typed.startsWith('>');
  const words = wordsOf(actionsOnly ? typed.slice(1) : typed);
  const found = groups
    .filter((group) => (!actionsOnly || group.title === 'Actions') && (words.length > 0 || group.onlySearched !== true))
    .map((group, place) => {
      const ranked = group.entries
        .flatMap((entry) => {
          const rank = rankOf(entry, words);
          return rank === null ? [] : [{ entry, rank }];
        })
        .sort((left, right) => left.rank - right.rank);
      const entries = ranked.map(({ entry }) => entry);
      return { group: { ...group, entries: words.length === 0 ? entries : entries.slice(0, most) }, best: ranked[0]?.rank ?? null, place };
    })
    .filter(({ best }) => best !== null);
  const tier = (best: number | null): number => Math.floor(best ?? 0);
  return found.toSorted((left, right) => tier(left.best) - tier(right.best) || left.place - right.place).map(({ group }) => group);
}

/** Lower is better: the sum over the words of how well each was found; null where one was not. */
function rankOf({ label, says = '', words: others = '' }: PaletteEntry, words: readonly string[]): number | null {
  const [name, rest] = [wordsOf(label), wordsOf(`${says} ${others}`)];
  let rank = 0;
  for (const word of words) {
    const found = ranked(matchOf(word, name), inName) ?? ranked(matchOf(word, rest), inRest);
    if (found === null) return null;
    rank += found;
  }
  // Of two that fit as well the one that says nothing else is meant.
  return words.length === 0 ? 0 : rank + name.length / 100;
}

/** A whole word, the begin of one, a part of one, or several words that were typed as one. */
type Match = 'whole' | 'begin' | 'part' | 'joined';

/** The name counts more than what is said of an entry; but a whole word there (the code of a test) more than a part of the name. */
const inName: Readonly<Record<Match, number>> = { whole: 0, begin: 1, part: 3, joined: 4 };
const inRest: Readonly<Record<Match, number>> = { whole: 2, begin: 5, part: 6, joined: 7 };

function ranked(match: Match | null, ranks: Readonly<Record<Match, number>>): number | null {
  return match === null ? null : ranks[match];
}

function matchOf(word: string, among: readonly string[]): Match | null {
  const squeezed = squeeze(word);
  if (among.some((one) => one === word || (squeezed !== '' && squeeze(one) === squeezed))) return 'whole';
  if (among.some((one) => one.startsWith(word))) return 'begin';
  if (among.some((one) => one.includes(word))) return 'part';
  const joined = among.some((_, at) => squeeze(among.slice(at).join('')).startsWith(squeezed));
  return squeezed !== '' && joined ? 'joined' : null;
}

/** "auto-lock" and "autolock", "Hy's" and "hys" are one word. */
function squeeze(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[\s,;:…()]+/)
    .filter((word) => word !== '');
}
