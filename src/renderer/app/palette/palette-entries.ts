import {
  IconCalendarCheck,
  IconAlertTriangle,
  IconArrowsExchange,
  IconChartBar,
  IconBookmark,
  IconDownload,
  IconFileExport,
  IconFileSearch,
  IconHelp,
  IconLayoutGrid,
  IconList,
  IconListCheck,
  IconLock,
  IconMoon,
  IconNotes,
  IconTestPipe,
  IconPackageImport,
  IconPrinter,
  IconRefresh,
  IconRowInsertBottom,
  IconSearch,
  IconStack2,
  IconSun,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import type { Preferences, StudyCard } from '../../../shared/contract.ts';
import { datasetNames } from '../../../shared/datasets/datasets.ts';
import type { Annotated } from '../../data/calls/use-annotations.ts';
import type { Command } from '../../ui/keys/commands.tsx';
import { mod } from '../../ui/keys/key-map.ts';
import { canOpen, shownRecords } from '../../data/model/studies-state.ts';
import { studiesPlace, studyOf, studyPlace, type Place } from '../../data/model/place.ts';
import { describeAsOf, momentOf } from '../../ui/parts/as-of.ts';
import { packState } from '../../record/site-pack/pack-state.ts';
import { datasetIcons } from '../../ui/parts/icon.tsx';
import { byTitle } from '../../record/saved/saved-dialog.tsx';
import { namedView } from '../../record/saved/grid-view.ts';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';
import { chartEntries, listingEntries, settingsEntries } from './palette-places.ts';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import { formatCountOf } from '../../../shared/format-count.ts';

interface PaletteContext {
  readonly place: Place;
  readonly cards: readonly StudyCard[];
  readonly preferences: Preferences;
  /** The saved views of the current study. */
  readonly views: readonly Annotated<'grid-view'>[];
  /** Whether anything on screen handles a command. */
  readonly has: (command: Command) => boolean;
}

/** Everything that the palette can find on this computer, in groups, apart from subjects and tests. */
export function paletteGroups(context: PaletteContext): readonly PaletteGroup[] {
  const study = studyOf(context.place);
  const here = context.cards.find((card) => card.study === study);
  const groups = [
    ...(here === undefined ? [] : [{ title: `Places in ${here.study}`, entries: placesOf(here) }]),
    ...(here === undefined ? [] : [{ title: `Charts in ${here.study}`, entries: chartEntries(here), onlySearched: true }]),
    ...(here === undefined ? [] : [{ title: `Saved views in ${here.study}`, entries: savedViews(here, context.views) }]),
    { title: 'Actions', entries: actions(context, study) },
    ...(here === undefined ? [] : [{ title: `Listings of ${here.study}`, entries: listingEntries(here), onlySearched: true }]),
    { title: 'Studies on this computer', entries: context.cards.map((card) => studyEntry(card, context.preferences)) },
    { title: 'More places', entries: otherPlaces(context.place) },
  ];
  return groups.filter((group) => group.entries.length > 0);
}

function placesOf(card: StudyCard): readonly PaletteEntry[] {
  const sinceLooked = card.sinceLooked.new + card.sinceLooked.changed + card.sinceLooked.vanished;
  return [
    { id: 'place-overview', icon: IconLayoutGrid, label: 'Overview', take: { kind: 'go', place: studyPlace(card.study, 'overview') } },
    ...datasetNames.map((name): PaletteEntry => {
      const records = shownRecords(card, name);
      return {
        id: `place-${name}`,
        icon: datasetIcons[name],
        label: datasetTitles[name],
        says: formatCountOf(records, 'row'),
        take: { kind: 'go', place: studyPlace(card.study, name) },
      };
    }),
    {
      id: 'place-charts',
      icon: IconChartBar,
      label: 'Charts',
      says: 'waterfall, spider, swimmer',
      take: { kind: 'go', place: studyPlace(card.study, 'charts') },
    },
    {
      id: 'place-changes',
      icon: IconArrowsExchange,
      label: 'Changes',
      says: formatCountOf(sinceLooked, 'difference'),
      take: { kind: 'go', place: studyPlace(card.study, 'changes') },
    },
    {
      id: 'place-issues',
      icon: IconAlertTriangle,
      label: 'Issues',
      take: { kind: 'go', place: studyPlace(card.study, 'issues') },
    },
    { id: 'place-tests', icon: IconTestPipe, label: 'Tests and units', take: { kind: 'go', place: studyPlace(card.study, 'tests') } },
    { id: 'place-notes', icon: IconNotes, label: 'Notes', take: { kind: 'go', place: studyPlace(card.study, 'notes') } },
  ];
}

function savedViews(card: StudyCard, views: readonly Annotated<'grid-view'>[]): readonly PaletteEntry[] {
  const entries = views.map((view) => ({ ...namedView(view), view: view.value }));
  return byTitle(entries).map(({ id, title, says, view }) => ({
    id: `view-${id}`,
    icon: IconBookmark,
    label: title,
    says,
    take: { kind: 'view', study: card.study, view },
  }));
}

function actions({ preferences, has }: PaletteContext, study: string | null): readonly PaletteEntry[] {
  const command = (name: Command, icon: Icon, label: string, keys?: string): readonly PaletteEntry[] =>
    has(name) ? [{ id: `run-${name}`, icon, label, ...(keys === undefined ? {} : { keys }), take: { kind: 'run', command: name } }] : [];
  const dark = preferences.scheme === 'dark';
  const compact = preferences.density === 'compact';
  return [
    ...command('sync', IconRefresh, study === null ? 'Sync all studies' : `Sync ${study}`, `${mod} R`),
    ...command('search', IconSearch, 'Search all text of this table', `${mod} F`),
    ...command('export', IconDownload, 'Export this table', `${mod} E`),
    ...command('export-study', IconFileExport, 'Export the whole study'),
    ...command('cut-off', IconCalendarCheck, 'Set the data cut-off'),
    ...command('save-profile', IconPrinter, 'Save this subject’s profile as a PDF'),
    ...command('keep-subjects', IconUsers, 'Filter to the subjects in these rows'),
    {
      id: 'prefer-scheme',
      icon: dark ? IconSun : IconMoon,
      label: dark ? 'Use light colours' : 'Use dark colours',
      take: { kind: 'prefer', change: { scheme: dark ? 'light' : 'dark' } },
    },
    {
      id: 'prefer-density',
      icon: IconRowInsertBottom,
      label: compact ? 'Use comfortable rows' : 'Use compact rows',
      take: { kind: 'prefer', change: { density: compact ? 'comfortable' : 'compact' } },
    },
    ...command('readiness', IconListCheck, 'Ready for offline?'),
    ...command('open-pack', IconPackageImport, 'Open a site pack'),
    ...command('verify', IconFileSearch, 'Verify a file…'),
    ...command('help', IconHelp, 'Show all keys', '?'),
    ...command('lock', IconLock, 'Lock', `${mod} L`),
  ];
}

function studyEntry(card: StudyCard, { sync }: Preferences): PaletteEntry {
  const asOf = describeAsOf(card.status, { now: new Date(), staleAfterHours: sync.staleAfterHours });
  const over = card.sitePack !== null && packState(card.sitePack, new Date()).over;
  const age = over ? 'Site pack expired' : `${asOf.lead} ${momentOf(asOf)}`.trim();
  const says = [card.demo ? 'Demo data' : null, age].filter((part) => part !== null).join(' · ');
  return {
    id: `study-${card.study}`,
    icon: IconStack2,
    label: card.study,
    says,
    take: { kind: 'go', place: canOpen([card], card.study) ? studyPlace(card.study, 'overview') : studiesPlace },
  };
}

function otherPlaces(place: Place): readonly PaletteEntry[] {
  return [
    { id: 'place-studies', icon: IconList, label: 'All studies', take: { kind: 'go', place: studiesPlace } },
    ...settingsEntries(place),
  ];
}
