import { Menu } from '@mantine/core';
import { IconChevronDown, IconClipboardList, IconUsers, IconUsersMinus, IconX } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { StudyCard } from '../../../shared/contract.ts';
import { useAnnotations } from '../../data/calls/use-annotations.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { SavedFilterDialogs, SavedFilterItems, type SavedFiltersOpen } from './saved-filters.tsx';
import { PastedList } from './pasted-list.tsx';
import { useEverySubject } from './use-these-subjects.tsx';
import { useSubjectFilter } from '../../data/model/use-subject-filter.ts';
import { formatCount } from '../../../shared/format-count.ts';
import './subject-filter.css';

/** "Subjects 24 of 64 · from a list" in the top bar: the filter that applies to all grids, charts, counts and exports. */
export function SubjectFilterChip({ card }: { readonly card: StudyCard }): ReactNode {
  const { study } = card;
  const [filter, setFilter] = useSubjectFilter(study);
  const [pasting, setPasting] = useState(false);
  const [saved, setSaved] = useState<SavedFiltersOpen>(null);
  const listed = useAnnotations(study, 'subject-filter');
  return (
    <>
      <span className="subject-filter" data-set={filter !== null}>
        <Menu position="bottom-start" width={280}>
          <Menu.Target>
            <button type="button" className="subject-filter-words" aria-haspopup="menu">
              <Glyph of={IconUsers} size={14} />
              {filter === null ? (
                <>
                  All subjects <Glyph of={IconChevronDown} size={14} />
                </>
              ) : (
                <>
                  Subjects{' '}
                  <b>
                    {formatCount(filter.subjects.length)}
                    <OfAll card={card} />
                  </b>
                  <span className="subject-filter-says">{filter.says}</span>
                </>
              )}
            </button>
          </Menu.Target>
          <Menu.Dropdown aria-label="Subject filter">
            <Menu.Item
              leftSection={<Glyph of={IconClipboardList} size={14} />}
              onClick={() => {
                setPasting(true);
              }}
            >
              Paste a list of subjects…
            </Menu.Item>
            {filter !== null && (
              <Menu.Item
                leftSection={<Glyph of={IconUsersMinus} size={14} />}
                onClick={() => {
                  setFilter(null);
                }}
              >
                Show all subjects
              </Menu.Item>
            )}
            <SavedFilterItems study={study} listed={listed} onOpen={setSaved} />
          </Menu.Dropdown>
        </Menu>
        {filter !== null && (
          <button
            type="button"
            className="bare-icon"
            aria-label="Show all subjects"
            onClick={() => {
              setFilter(null);
            }}
          >
            <Glyph of={IconX} size={12} />
          </button>
        )}
      </span>
      <SavedFilterDialogs study={study} listed={listed} open={saved} onOpen={setSaved} />
      {pasting && (
        <PastedList
          study={study}
          onClose={() => {
            setPasting(false);
          }}
        />
      )}
    </>
  );
}

/** Number of subjects without the filter; empty until it is known. */
function OfAll({ card }: { readonly card: StudyCard }): ReactNode {
  const all = useEverySubject(card);
  return all === null ? '' : ` of ${formatCount(all.length)}`;
}
