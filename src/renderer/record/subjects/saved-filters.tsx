import { Menu } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { LoadState } from '../../data/calls/use-call.ts';
import { useAnnotate, type Annotated } from '../../data/calls/use-annotations.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { NameDialog, byTitle, type Named, SavedDialog } from '../saved/saved-dialog.tsx';
import { ReadAgainItem, SaveItem } from '../saved/saved-items.tsx';
import type { SubjectFilter } from '../../data/model/subject-filter.ts';
import { useSubjectFilter } from '../../data/model/use-subject-filter.ts';
import { formatCountOf } from '../../../shared/format-count.ts';

/** The open dialog of the saved filters. */
export type SavedFiltersOpen = 'name' | 'list' | null;

interface Props {
  readonly study: string;
  /** The saved filters of the study. Menu and dialogs share them, so that neither knows fewer names than the other. */
  readonly listed: LoadState<readonly Annotated<'subject-filter'>[]>;
  readonly onOpen: (open: SavedFiltersOpen) => void;
}

/** Items of the chip's menu to apply, save and manage saved filters. */
export function SavedFilterItems({ study, listed, onOpen }: Props): ReactNode {
  const [filter, setFilter] = useSubjectFilter(study);
  const filters = listed.data ?? [];
  const kept = byTitle(filters.map(namedFilter));
  return (
    <>
      {filter !== null && (
        <SaveItem
          label="Save these subjects…"
          listed={listed}
          onSave={() => {
            onOpen('name');
          }}
        />
      )}
      <ReadAgainItem of={listed} />
      {kept.length > 0 && (
        <>
          <Menu.Divider />
          <Menu.Label>Saved filters</Menu.Label>
          {kept.map(({ id, title, says }) => (
            <Menu.Item
              key={id}
              onClick={() => {
                setFilter(filterOf(filters, id));
              }}
            >
              <span className="saved-says clip">{title}</span>
              <span className="small t3 saved-says clip">{says}</span>
            </Menu.Item>
          ))}
          <Menu.Item
            leftSection={<Glyph of={IconListDetails} size={14} />}
            onClick={() => {
              onOpen('list');
            }}
          >
            Rename or delete filters…
          </Menu.Item>
        </>
      )}
    </>
  );
}

/** The dialogs opened from the menu. */
export function SavedFilterDialogs({ study, listed, open, onOpen }: Props & { readonly open: SavedFiltersOpen }): ReactNode {
  const [filter, setFilter] = useSubjectFilter(study);
  const { write, remove } = useAnnotate(study);
  const filters = listed.data ?? [];
  const kept = byTitle(filters.map(namedFilter));
  const close = (): void => {
    onOpen(null);
  };
  if (open === 'name' && filter !== null)
    return (
      <NameDialog
        title="Save this subject filter"
        kept={kept}
        onSave={async (title, before) => {
          const { subjects, says } = filter;
          await write({ kind: 'subject-filter', value: { title, says, subjects: [...subjects] } }, before?.id);
          setFilter({ subjects, says: title });
        }}
        onClose={close}
      >
        {formatCountOf(filter.subjects.length, 'subject')} {filter.says}. The list is stored encrypted with the study.
      </NameDialog>
    );
  if (open !== 'list') return null;
  return (
    <SavedDialog
      title="Saved subject filters"
      kept={kept}
      onTake={(id) => {
        setFilter(filterOf(filters, id));
      }}
      onRename={async (id, title) => {
        const before = filters.find((one) => one.id === id);
        if (before !== undefined) await write({ kind: 'subject-filter', value: { ...before.value, title } }, id);
      }}
      onRemove={async (id) => {
        await remove('subject-filter', id);
      }}
      onClose={close}
    />
  );
}

function namedFilter({ id, value: { title, says, subjects } }: Annotated<'subject-filter'>): Named {
  return { id, title, says: `${formatCountOf(subjects.length, 'subject')}${says === '' ? '' : ` ${says}`}` };
}

function filterOf(filters: readonly Annotated<'subject-filter'>[], id: string): SubjectFilter | null {
  const found = filters.find((one) => one.id === id);
  return found === undefined ? null : { subjects: found.value.subjects, says: found.value.title };
}
