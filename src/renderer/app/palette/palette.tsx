import { Highlight } from '@mantine/core';
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { useAnnotations } from '../../data/calls/use-annotations.ts';
import { useCommand, useCommands } from '../../ui/keys/commands.tsx';
import { useModel, usePlace, usePreferences } from '../../data/model/model-context.ts';
import { studyOf, studyPlace } from '../../data/model/place.ts';
import { useStore } from '../../data/model/store.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { subjectGroups, useTestGroups } from './palette-places.ts';
import { paletteGroups } from './palette-entries.ts';
import { type PaletteEntry, type PaletteGroup, type PaletteTake, findEntries } from './palette-entry.ts';
import { chartChoice } from '../../places/charts/chart-tabs.ts';
import { useOpenRows } from '../../data/model/use-open-rows.ts';
import { useExportListing } from '../../record/listings/listing-files.tsx';
import { useChangePreferences } from '../../ui/parts/use-attempt.ts';
import { useApplyView } from '../../record/saved/grid-view.ts';
import './palette.css';

/** The list is a ScrollArea, although its type does not say so; its scrollable region must be focusable. */
const scrolling = { viewportProps: { tabIndex: 0 } };

const [store, spotlight] = createSpotlight();

const LIST = 'palette-list';

/** Finds places, studies and actions by typing. */
export function Palette(): ReactNode {
  const [query, setQuery] = useState('');
  const groups = useGroups();
  const { known, readSubjects } = useSubjects();
  const { tests, readTests } = useTestGroups();
  const take = useTakePalette();
  const open = useCallback(() => {
    readSubjects();
    readTests();
    spotlight.open();
  }, [readSubjects, readTests]);
  useCommand('palette', open);
  const found = [
    ...(known === null ? [] : subjectGroups(known.study, known.subjects, query)),
    ...findEntries([...groups, ...tests], query),
  ];
  useFirstSelected(query === '' ? undefined : found[0]?.entries[0]?.id);
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      size={640}
      yOffset={112}
      centered={false}
      lockScroll={false}
      radius="lg"
      overlayProps={{ blur: 0, color: 'var(--scrim)', backgroundOpacity: 1 }}
      transitionProps={{ duration: 90, transition: 'fade' }}
      attributes={{ content: { 'aria-label': 'Find a place, a chart, a test, a subject, a study or an action' } }}
    >
      <Spotlight.Search
        placeholder="Find a place, chart, test, subject, study or action"
        aria-label="Find"
        leftSection={<Glyph of={IconSearch} size={20} />}
        rightSection={<kbd className="kbd">Esc</kbd>}
      />
      <Spotlight.ActionsList id={LIST} {...scrolling}>
        {found.map((group) => (
          <Spotlight.ActionsGroup key={group.title} label={group.title}>
            {group.entries.map((entry) => (
              <Entry key={entry.id} entry={entry} query={query.replace(/^>/, '')} onTake={take} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {found.length === 0 && <Spotlight.Empty>Nothing found for “{query}”. The search box of a table finds records.</Spotlight.Empty>}
      </Spotlight.ActionsList>
      <Spotlight.Footer className="palette-foot">
        <span>
          <kbd className="kbd">↑</kbd> <kbd className="kbd">↓</kbd> move
        </span>
        <span>
          <kbd className="kbd">Enter</kbd> open
        </span>
        <span>
          <kbd className="kbd">&gt;</kbd> actions only
        </span>
        <span className="push">Searches this computer only</span>
      </Spotlight.Footer>
    </Spotlight.Root>
  );
}

/**
 * Selects the first entry if none is selected. Spotlight selects one when the query changes; if the only match is loaded after that
 * (subjects, tests), nothing would be selected and Enter would do nothing.
 */
function useFirstSelected(first: string | undefined): void {
  useEffect(() => {
    const list = document.getElementById(LIST);
    if (first === undefined || list === null || list.querySelector('[data-selected]') !== null) return;
    list.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
    store.updateState((state) => ({ ...state, selected: 0 }));
  }, [first]);
}

/** The groups, computed again when the palette opens because they depend on the current screen, and when studies or views are loaded. */
function useGroups(): readonly PaletteGroup[] {
  useSpotlight(store);
  const { place } = usePlace();
  const { cards } = useStore(useModel().studies);
  const preferences = usePreferences();
  const { has } = useCommands();
  const views = useAnnotations(studyOf(place), 'grid-view').data;
  return paletteGroups({ place, cards: cards ?? [], preferences, views: views ?? [], has });
}

/** Subjects of the current study, loaded when the palette opens. */
function useSubjects(): {
  readonly known: { readonly study: string; readonly subjects: readonly string[] } | null;
  readonly readSubjects: () => void;
} {
  const { data } = useModel();
  const study = studyOf(usePlace().place);
  const [known, setKnown] = useState<{ readonly study: string; readonly subjects: readonly string[] } | null>(null);
  const readSubjects = useCallback(() => {
    if (study === null) return;
    data.call('subjects.list', { study, selection: null }).then(
      ({ subjects }) => {
        setKnown({ study, subjects });
      },
      // Places and actions can be found without them; the error is reported where the data is shown.
      () => {
        setKnown(null);
      },
    );
  }, [data, study]);
  return { known: known?.study === study ? known : null, readSubjects };
}

function Entry({
  entry,
  query,
  onTake,
}: {
  readonly entry: PaletteEntry;
  readonly query: string;
  readonly onTake: (take: PaletteTake) => void;
}): ReactNode {
  return (
    <Spotlight.Action
      onClick={() => {
        onTake(entry.take);
      }}
    >
      <Glyph of={entry.icon} />
      <Highlight component="span" highlight={query.trim().split(/\s+/)} inherit>
        {entry.label}
      </Highlight>
      {entry.says !== undefined && <span className="palette-says num clip">{entry.says}</span>}
      {entry.keys !== undefined && <kbd className="kbd push">{entry.keys}</kbd>}
    </Spotlight.Action>
  );
}

function useTakePalette(): (take: PaletteTake) => void {
  const change = useChangePreferences();
  const { chartChoices } = useModel();
  const { place, go } = usePlace();
  const { run } = useCommands();
  const apply = useApplyView();
  const here = studyOf(place) ?? '';
  const openRows = useOpenRows(here);
  const exportListing = useExportListing(here);
  const choose = (study: string, choices: Readonly<Record<string, string>>): void => {
    const named = Object.entries(choices).map(([name, value]) => [`${study}/${name}`, value] as const);
    chartChoices.update((all) => new Map([...all, ...named]));
    go(studyPlace(study, 'charts'));
  };
  return (take) => {
    switch (take.kind) {
      case 'go':
        go(take.place);
        break;
      case 'run':
        run(take.command);
        break;
      case 'view':
        apply(take.study, take.view);
        break;
      case 'prefer':
        change(take.change);
        break;
      case 'chart':
        choose(take.study, { [chartChoice]: take.chart });
        break;
      case 'listing':
        exportListing({ name: take.listing });
        break;
      case 'test':
        if (take.drawn)
          choose(take.study, {
            [chartChoice]: take.dataset === 'labs' ? 'lab-trends' : 'vital-trends',
            [`tests-${take.dataset}`]: take.test,
          });
        else openRows(take.dataset, [{ column: 'test', op: 'in', values: [take.test] }]);
    }
  };
}
