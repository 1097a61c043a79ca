import { IconChartLine, IconFileExport, IconHeartbeat, IconSettings } from '@tabler/icons-react';
import type { TestSummary } from '../../../shared/calls/views.ts';
import type { StudyCard } from '../../../shared/contract.ts';
import { listingNames, listings } from '../../../shared/listings.ts';
import { chartTabs } from '../../places/charts/chart-tabs.ts';
import { formatCountOf } from '../../ui/format/numbers.ts';
import { settingsPlace, type Place, type SettingsSection } from '../../data/model/place.ts';
import type { PaletteEntry } from './palette-entry.ts';

/** Sections of the settings, with words for what is set there. */
const sections: readonly { readonly name: SettingsSection; readonly title: string; readonly words: string }[] = [
  { name: 'connection', title: 'connection', words: 'service address partner client secret token certificates trust proxy gateway' },
  {
    name: 'security',
    title: 'security',
    words: 'auto-lock lock when idle locking passphrase key store keys ask again before an export screen captures wipe erase protection',
  },
  { name: 'appearance', title: 'appearance', words: 'colours colors dark light theme density headers SDTM compact' },
  { name: 'sync', title: 'sync', words: 'schedule on start stale age refresh' },
  { name: 'audit', title: 'audit trail', words: 'log history who export verify chain' },
  { name: 'about', title: 'about', words: 'version licences diagnostics data folder' },
];

export function settingsEntries(place: Place): readonly PaletteEntry[] {
  return sections.map(({ name, title, words }) => ({
    id: `settings-${name}`,
    icon: IconSettings,
    label: `Settings, ${title}`,
    words,
    take: { kind: 'go', place: settingsPlace(name, place) },
  }));
}

/** Each chart of a study by its name. */
export function chartEntries({ study }: Pick<StudyCard, 'study'>): readonly PaletteEntry[] {
  return chartTabs.map(({ name, title, words }) => ({
    id: `chart-${name}`,
    icon: IconChartLine,
    label: title,
    says: 'chart',
    words,
    take: { kind: 'chart', study, chart: name },
  }));
}

/** Each listing as a file. */
export function listingEntries({ study }: Pick<StudyCard, 'study'>): readonly PaletteEntry[] {
  return listingNames.map((name) => ({
    id: `listing-${name}`,
    icon: IconFileExport,
    label: `Export ${listings[name].title.toLowerCase()}…`,
    says: 'listing',
    words: name,
    take: { kind: 'listing', study, listing: name },
  }));
}

/** The tests of a study: one with numbers opens its trend, another one its rows. */
export function testEntries(study: string, dataset: 'labs' | 'vitals', tests: readonly TestSummary[]): readonly PaletteEntry[] {
  return tests
    .filter(({ test }) => test !== '')
    .map(({ test, code, records, numbers }) => ({
      id: `test-${dataset}-${test}`,
      icon: IconHeartbeat,
      label: test,
      says: `${numbers > 0 ? 'trend' : 'rows'}, ${formatCountOf(records, 'result')}`,
      words: `${code ?? ''} test ${dataset}`,
      take: { kind: 'test', study, dataset, test, drawn: numbers > 0 },
    }));
}
