import { Button, Menu, Tooltip } from '@mantine/core';
import { IconBookmark, IconBookmarkPlus, IconCode, IconListDetails } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import { useAnnotate, useAnnotations } from '../annotations/use-annotations.ts';
import { CodeDialog } from '../copying/code-dialog.tsx';
import { useGrid } from '../grid/grid-context.ts';
import { hasVisits } from '../grid/grid-state.ts';
import { shownOf } from '../grid/layout.ts';
import { chosenOf, isNonePicked } from '../grid/picked.ts';
import { datasetTitles } from '../parts/dataset-titles.ts';
import { Glyph } from '../parts/icon.tsx';
import { namedView, viewOf } from './grid-view.ts';
import { NameDialog } from './name-dialog.tsx';
import { byTitle } from './named.ts';
import { SavedDialog } from './saved-dialog.tsx';
import { useApplyView } from './use-apply-view.ts';
import './saved.css';

/** The saved views of this table: choose one, save what is set now, name and take away, or copy it as code. `tests`: what the table by visit shows. */
export function ViewsMenu({ tests }: { readonly tests: readonly string[] }): ReactNode {
  const {
    card: { study },
    dataset,
    state,
    layout,
    selection,
    order,
    vocabulary,
  } = useGrid();
  const listed = useAnnotations(study, 'grid-view');
  const { write, remove } = useAnnotate(study);
  const apply = useApplyView();
  const [open, setOpen] = useState<'name' | 'list' | 'code' | null>(null);
  const views = (listed.data ?? []).filter(({ value }) => value.dataset === dataset.name);
  const kept = byTitle(views.map(namedView));
  const take = (id: string): void => {
    const view = views.find((one) => one.id === id);
    if (view !== undefined) apply(study, view.value);
  };
  const isByVisit = hasVisits(dataset) && state.byVisit.shown;
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(null);
    // The menu's item, which had the focus, is gone.
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
          {kept.map(({ id, title, says }) => (
            <Menu.Item
              key={id}
              onClick={() => {
                take(id);
              }}
            >
              <span className="clip saved-says">{title}</span>
              <span className="small t3 saved-says clip">{says}</span>
            </Menu.Item>
          ))}
          {kept.length > 0 && <Menu.Divider />}
          <Menu.Item
            leftSection={<Glyph of={IconBookmarkPlus} size={14} />}
            onClick={() => {
              setOpen('name');
            }}
          >
            Save this view…
          </Menu.Item>
          {kept.length > 0 && (
            <Menu.Item
              leftSection={<Glyph of={IconListDetails} size={14} />}
              onClick={() => {
                setOpen('list');
              }}
            >
              Rename or delete views…
            </Menu.Item>
          )}
          {!isByVisit && (
            <>
              <Menu.Divider />
              <Menu.Item
                leftSection={<Glyph of={IconCode} size={14} />}
                onClick={() => {
                  setOpen('code');
                }}
              >
                Copy as Python, R or SQL…
              </Menu.Item>
            </>
          )}
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
          Filters, search, order and columns of {datasetTitles[dataset.name]} as they are now. It is kept encrypted with the study.
        </NameDialog>
      )}
      {open === 'code' && (
        <CodeDialog
          title={datasetTitles[dataset.name]}
          view={{
            study,
            selection: { ...selection, chosen: isNonePicked(state.picked) ? null : chosenOf(state.picked) },
            sort: [...order],
            columns: shownOf(layout).map(({ name }) => name),
            vocabulary,
          }}
          onClose={close}
        />
      )}
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
