import { Button, Menu, Tooltip } from '@mantine/core';
import { IconBookmark, IconCode, IconListCheck, IconListDetails } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import { useAnnotate, useAnnotations } from '../../data/calls/use-annotations.ts';
import type { LoadState } from '../../data/calls/use-call.ts';
import { CodeDialog } from '../grid/code-dialog.tsx';
import { useGrid } from '../grid/grid-context.ts';
import { hasVisits } from '../../data/table/grid-state.ts';
import { shownOf } from '../../data/table/layout.ts';
import { chosenOf, isNonePicked } from '../../data/table/picked.ts';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { later } from '../../ui/parts/later.tsx';
import { namedView, viewOf, useApplyView } from './grid-view.ts';
import { NameDialog, byTitle, type Named, SavedDialog } from './saved-dialog.tsx';
import { ReadAgainItem, SaveItem } from './saved-items.tsx';
import './saved.css';

/** Loaded when a check is created. */
const NewCheck = later(() => import('../checks/new-check.tsx').then((part) => part.NewCheck));

/** Dialogs that the menu opens. */
type Opened = 'name' | 'list' | 'code' | 'check';

/** Menu of the table's saved views, with items to save, manage and export them as code. `tests`: those shown by the table by visit. */
export function ViewsMenu({ tests }: { readonly tests: readonly string[] }): ReactNode {
  const {
    card: { study },
    dataset,
    state,
    layout,
  } = useGrid();
  const listed = useAnnotations(study, 'grid-view');
  const { write, remove } = useAnnotate(study);
  const apply = useApplyView();
  const [open, setOpen] = useState<Opened | null>(null);
  const views = (listed.data ?? []).filter(({ value }) => value.dataset === dataset.name);
  const kept = byTitle(views.map(namedView));
  const take = (id: string): void => {
    const view = views.find((one) => one.id === id);
    if (view !== undefined) apply(study, view.value);
  };
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(null);
    // The menu item that had the focus is gone.
    requestAnimationFrame(() => {
      button.current?.focus();
    });
  };
  return (
    <>
      <Menu position="bottom-end" width={300}>
        <Menu.Target>
          <Tooltip label="Saved views of this table">
            <Button
              ref={button}
              variant="subtle"
              className="toolbar-folds"
              aria-label="Views"
              leftSection={<Glyph of={IconBookmark} size={14} />}
            >
              <span className="toolbar-word">Views</span>
            </Button>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown aria-label={`Saved views of ${datasetTitles[dataset.name]}`}>
          <ViewItems
            listed={listed}
            kept={kept}
            hasCode={!(hasVisits(dataset) && state.byVisit.shown)}
            hasFilter={state.where.length > 0}
            onTake={take}
            onOpen={setOpen}
          />
        </Menu.Dropdown>
      </Menu>
      {open === 'name' && (
        <NameDialog
          title="Save this view"
          kept={kept}
          onSave={async (name, before) => {
            await write({ kind: 'grid-view', value: viewOf(name, dataset, state, layout, tests) }, before?.id);
          }}
          onClose={close}
        >
          Filters, search, order and columns of {datasetTitles[dataset.name]} as they are now. The view is stored encrypted with the study.
        </NameDialog>
      )}
      {open === 'code' && <TableAsCode onClose={close} />}
      {open === 'check' && <NewCheck study={study} dataset={dataset.name} where={state.where} onClose={close} />}
      {open === 'list' && (
        <SavedDialog
          title={`Saved views of ${datasetTitles[dataset.name]}`}
          kept={kept}
          onTake={take}
          onRename={async (id, title) => {
            const view = views.find((one) => one.id === id);
            if (view !== undefined) await write({ kind: 'grid-view', value: { ...view.value, title } }, id);
          }}
          onRemove={async (id) => {
            await remove('grid-view', id);
          }}
          onClose={close}
        />
      )}
    </>
  );
}

/** The current table as code. */
function TableAsCode({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { card, dataset, state, layout, selection, order, vocabulary } = useGrid();
  const chosen = isNonePicked(state.picked) ? null : chosenOf(state.picked);
  const columns = shownOf(layout).map(({ name }) => name);
  const view = { study: card.study, selection: { ...selection, chosen }, sort: [...order], columns, vocabulary };
  return <CodeDialog title={datasetTitles[dataset.name]} view={view} onClose={onClose} />;
}

interface ViewItemsProps {
  readonly listed: LoadState<unknown>;
  readonly kept: readonly Named[];
  /** Whether the table can be copied as code. */
  readonly hasCode: boolean;
  /** Whether the table has filters that can become a check. */
  readonly hasFilter: boolean;
  readonly onTake: (id: string) => void;
  readonly onOpen: (what: Opened) => void;
}

function ViewItems({ listed, kept, hasCode, hasFilter, onTake, onOpen }: ViewItemsProps): ReactNode {
  return (
    <>
      {kept.map(({ id, title, says }) => (
        <Menu.Item
          key={id}
          onClick={() => {
            onTake(id);
          }}
        >
          <span className="clip saved-says">{title}</span>
          <span className="small t3 saved-says clip">{says}</span>
        </Menu.Item>
      ))}
      <ReadAgainItem of={listed} />
      {kept.length > 0 && <Menu.Divider />}
      <SaveItem
        label="Save this view…"
        listed={listed}
        onSave={() => {
          onOpen('name');
        }}
      />
      {hasFilter && (
        <Menu.Item
          leftSection={<Glyph of={IconListCheck} size={14} />}
          onClick={() => {
            onOpen('check');
          }}
        >
          Make a check from these filters…
        </Menu.Item>
      )}
      {kept.length > 0 && (
        <Menu.Item
          leftSection={<Glyph of={IconListDetails} size={14} />}
          onClick={() => {
            onOpen('list');
          }}
        >
          Rename or delete views…
        </Menu.Item>
      )}
      {hasCode && (
        <>
          <Menu.Divider />
          <Menu.Item
            leftSection={<Glyph of={IconCode} size={14} />}
            onClick={() => {
              onOpen('code');
            }}
          >
            Copy as Python, R or SQL…
          </Menu.Item>
        </>
      )}
    </>
  );
}
