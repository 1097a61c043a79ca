import { IconChartLine, IconFileExport, IconHeartbeat, IconSettings, IconUser } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import type { TestSummary } from '../../../shared/calls/views.ts';
import type { StudyCard } from '../../../shared/contract.ts';
import { listingNames, listings } from '../../../shared/listings.ts';
import { chartTabs } from '../../places/charts/chart-tabs.ts';
import { settingsPlace, type Place, type SettingsSection, subjectPlace, studyOf } from '../../data/model/place.ts';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';
import { useModel, usePlace } from '../../data/model/model-context.ts';
import { searchWords } from '../../ui/format/search-words.ts';
import { formatCountOf } from '../../../shared/format-count.ts';
import { compareTexts } from '../../../shared/compare-texts.ts';

/** Sections of the settings, with search words for their contents. */
const sections: readonly { readonly name: SettingsSection; readonly title: string; readonly words: string }[] = [
  { name: 'connection', title: 'connection', words: 'service address partner client secret token certificates trust proxy gateway' },
  {
    name: 'security',
    title: 'security',
    words: 'auto-lock lock when idle locking passphrase key store keys ask again before an export screen captures wipe erase protection',
  },
  { name: 'appearance', title: 'appearance', words: 'colours colors dark light theme density headers SDTM compact' },
  { name: 'sync', title: 'sync', words: 'schedule on start stale age refresh' },
  { name: 'backup', title: 'backup', words: 'restore lost laptop copy folder after each sync' },
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

/** Entries that export a listing to a file. */
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

/** The tests of a study: one with numeric results opens its trend, others open their rows. */
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

/** Most subjects that are shown; typing more narrows them down. */
const most = 8;

/** Subjects whose id contains every typed word, those that begin with the first word first; none until something is typed. */
export function subjectGroups(study: string, subjects: readonly string[], typed: string): readonly PaletteGroup[] {
  const words = searchWords(typed).filter((word) => word !== 'subject');
  const [first] = words;
  if (first === undefined || typed.startsWith('>')) return [];
  const found = subjects.filter((subject) => words.every((word) => subject.toLowerCase().includes(word)));
  const begins = (subject: string): number => (subject.toLowerCase().startsWith(first) ? 0 : 1);
  const entries = found
    .toSorted((left, right) => begins(left) - begins(right) || left.length - right.length || compareTexts(left, right))
    .slice(0, most)
    .map((subject) => ({
      id: `subject-${subject}`,
      icon: IconUser,
      label: `Subject ${subject}`,
      take: { kind: 'go', place: subjectPlace(study, subject) } as const,
    }));
  return entries.length === 0 ? [] : [{ title: `Subjects in ${study}`, entries }];
}

interface Known {
  readonly study: string;
  readonly groups: readonly PaletteGroup[];
}

/** Tests of the current study, loaded when the palette opens. */
export function useTestGroups(): { readonly tests: readonly PaletteGroup[]; readonly readTests: () => void } {
  const { data } = useModel();
  const study = studyOf(usePlace().place);
  const [known, setKnown] = useState<Known | null>(null);
  const readTests = useCallback(() => {
    if (study === null) return;
    const read = async (dataset: 'labs' | 'vitals'): Promise<PaletteGroup> => {
      const { tests } = await data.call('tests.list', { study, dataset, subjects: null });
      return { title: `Tests in ${study}`, entries: testEntries(study, dataset, tests), onlySearched: true };
    };
    Promise.all([read('labs'), read('vitals')]).then(
      ([labs, vitals]) => {
        setKnown({ study, groups: [{ ...labs, entries: [...labs.entries, ...vitals.entries] }] });
      },
      // Places and actions can be found without them; the error is reported where the data is shown.
      () => {
        setKnown(null);
      },
    );
  }, [data, study]);
  return { tests: known !== null && known.study === study ? known.groups : [], readTests };
}
