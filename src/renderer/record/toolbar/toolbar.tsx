import { Button, TextInput, Tooltip } from '@mantine/core';
import { IconColumns3, IconDownload, IconFilter2, IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import type { HeaderVocabulary } from '../../../shared/datasets/declaration.ts';
import { useSearchBox } from '../../ui/keys/commands.tsx';
import { mod } from '../../ui/keys/key-map.ts';
import { changePreferences } from '../../data/model/actions.ts';
import { useModel } from '../../data/model/model-context.ts';
import { Choice, vocabularies } from '../../ui/parts/controls.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';
import { ViewsMenu } from '../saved/views-menu.tsx';
import { showFailure } from '../../ui/parts/toasts.tsx';
import { SubjectsSwitch } from '../subjects/subjects-switch.tsx';
import { anchorOf, useGrid } from '../grid/grid-context.ts';
import { hasVisits, typedSearch, withFilter } from '../../data/table/grid-state.ts';
import { formatCount } from '../../../shared/format-count.ts';

/** The search runs after this many milliseconds without typing. */
const searchPause = 200;

interface Props {
  readonly onExport: () => void;
  /** Button to choose columns or tests; null if nothing can be chosen. */
  readonly chooser: ReactNode;
  /** The tests shown by the table by visit. */
  readonly tests?: readonly string[];
}

export function Toolbar({ onExport, chooser, tests = [] }: Props): ReactNode {
  const { dataset, subject, open } = useGrid();
  return (
    <div className="toolbar" role="toolbar" aria-label={`${dataset.title} table`}>
      <SearchBox />
      <Tooltip label="Filter by a column">
        <Button
          aria-haspopup="dialog"
          leftSection={<Glyph of={IconFilter2} size={14} />}
          onClick={(event) => {
            open({ what: 'filter-columns', at: anchorOf(event.currentTarget) });
          }}
        >
          Filter
        </Button>
      </Tooltip>
      <RowsSwitch />
      <span className="toolbar-space" />
      <VocabularySwitch />
      {chooser}
      {subject === null && <ViewsMenu tests={tests} />}
      <Tooltip label={`Export these rows (${mod} E)`}>
        <Button className="toolbar-folds" aria-label="Export" leftSection={<Glyph of={IconDownload} size={14} />} onClick={onExport}>
          <span className="toolbar-word">Export</span>
        </Button>
      </Tooltip>
    </div>
  );
}

/** Opens the column chooser of the rows. */
export function ColumnsButton(): ReactNode {
  const { layout, open } = useGrid();
  const shown = layout.filter((column) => column.shown).length;
  return (
    <Tooltip label="Choose, order and freeze columns">
      <Button
        variant="subtle"
        className="toolbar-folds"
        aria-haspopup="dialog"
        aria-label={`Columns, ${String(shown)} of ${String(layout.length)} shown`}
        leftSection={<Glyph of={IconColumns3} size={14} />}
        onClick={(event) => {
          open({ what: 'columns', at: anchorOf(event.currentTarget) });
        }}
      >
        <span className="toolbar-word">
          Columns{' '}
          <span className="toolbar-of">
            {formatCount(shown)} of {formatCount(layout.length)}
          </span>
        </span>
      </Button>
    </Tooltip>
  );
}

const rowChoices = [
  ['rows', 'Rows'],
  ['visits', 'By visit'],
] as const;

/** Switches between one row per record and one per subject, visit and day (labs and vitals only), or between the tables of subjects. */
function RowsSwitch(): ReactNode {
  const { card, dataset, subject, state, change } = useGrid();
  if (dataset.name === 'subjects' && subject === null) return <SubjectsSwitch study={card.study} />;
  if (!hasVisits(dataset)) return null;
  return (
    <Choice
      label="Rows show"
      options={rowChoices}
      value={state.byVisit.shown ? 'visits' : 'rows'}
      onChange={(chosen) => {
        change((before) => ({ ...before, byVisit: { ...before.byVisit, shown: chosen === 'visits' } }));
      }}
    />
  );
}

/** Searches all text when typing pauses. */
function SearchBox(): ReactNode {
  const {
    state: { search },
    change,
  } = useGrid();
  const box = useSearchBox();
  const [typed, setTyped] = useState(search);
  const [known, setKnown] = useState(search);
  if (known !== search) {
    setKnown(search);
    setTyped(typedSearch(typed, search));
  }
  useEffect(() => {
    if (typed.trim() === search) return undefined;
    const timer = setTimeout(() => {
      change((before) => withFilter(before, { search: typed.trim() }));
    }, searchPause);
    return () => {
      clearTimeout(timer);
    };
  }, [typed, search, change]);
  const clear = (): void => {
    setTyped('');
    change((before) => withFilter(before, { search: '' }));
  };
  return (
    <TextInput
      ref={box}
      className="toolbar-search"
      aria-label="Search all text"
      placeholder="Search all text"
      value={typed}
      maxLength={200}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') clear();
      }}
      leftSection={<Glyph of={IconSearch} size={14} />}
      rightSectionWidth={typed === '' ? 58 : 30}
      rightSectionPointerEvents={typed === '' ? 'none' : 'all'}
      rightSection={
        typed === '' ? (
          <kbd className="kbd">{mod} F</kbd>
        ) : (
          <button type="button" className="bare-icon" aria-label="Clear the search" onClick={clear}>
            <Glyph of={IconX} size={12} />
          </button>
        )
      }
    />
  );
}

function VocabularySwitch(): ReactNode {
  const model = useModel();
  const { vocabulary } = useGrid();
  const choose = (chosen: HeaderVocabulary): void => {
    changePreferences(model, { vocabulary: chosen }).catch((error: unknown) => {
      showFailure('The header setting could not be saved', error);
    });
  };
  return (
    <>
      <span className="tiny t3 toolbar-label" aria-hidden>
        Headers
      </span>
      <Choice label="Headers" options={vocabularies} value={vocabulary} onChange={choose} />
    </>
  );
}
