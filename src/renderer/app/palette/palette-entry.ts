import type { Icon } from '@tabler/icons-react';
import type { Preferences } from '../../../shared/contract.ts';
import type { ListingName } from '../../../shared/listings.ts';
import type { ChartName } from '../../places/charts/chart-tabs.ts';
import type { Command } from '../../ui/keys/commands.tsx';
import type { Place } from '../../data/model/place.ts';
import type { GridView } from '../../record/saved/grid-view.ts';

/** One line of the palette. `take` is carried out when the line is chosen. */
export interface PaletteEntry {
  readonly id: string;
  readonly icon: Icon;
  readonly label: string;
  readonly says?: string;
  /** More words that match this entry. */
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
      /** The test has numeric results, so that a trend can be drawn. */
      readonly drawn: boolean;
    }
  | { readonly kind: 'view'; readonly study: string; readonly view: GridView }
  | { readonly kind: 'prefer'; readonly change: Partial<Preferences> };

export interface PaletteGroup {
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
  /** Hidden until something is typed. */
  readonly onlySearched?: boolean;
}

/** Most entries of a group that are shown for a query; typing more narrows them down. */
const most = 12;

/**
 * Finds entries that contain every typed word, in any order and also within words; a leading ">" finds only actions. Matches in names
 * generally rank above those in descriptions, and whole words above parts. The group with the best match comes first. `onlySearched`
 * groups are hidden until something is typed.
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

/** Sum of the ranks of all words, lower is better; null if a word does not match. */
function rankOf({ label, says = '', words: others = '' }: PaletteEntry, words: readonly string[]): number | null {
  const [name, rest] = [wordsOf(label), wordsOf(`${says} ${others}`)];
  let rank = 0;
  for (const word of words) {
    const found = ranked(matchOf(word, name), inName) ?? ranked(matchOf(word, rest), inRest);
    if (found === null) return null;
    rank += found;
  }
  // Of two equal matches, the one with the shorter name ranks higher.
  return words.length === 0 ? 0 : rank + name.length / 100;
}

/** Matches a whole word, the beginning or another part of one, or several words typed as one. */
type Match = 'whole' | 'begin' | 'part' | 'joined';

/** Names count more than descriptions, but a whole word of a description, such as a test code, counts more than a part of a name. */
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

/** Treats "auto-lock" and "autolock", or "Hy's" and "hys", as the same word. */
function squeeze(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[\s,;:…()]+/)
    .filter((word) => word !== '');
}
