import { Menu } from '@mantine/core';
import { IconCopy, IconFilter2, IconFilterOff, IconFilterPlus, IconLayoutSidebarRight, IconUserSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { GridRow } from '../../../shared/contract.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import type { Condition } from '../../../shared/query.ts';
import { usePlace } from '../../data/model/model-context.ts';
import { subjectPlace } from '../../data/model/place.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { SubjectMenuItems } from '../subjects/use-these-subjects.tsx';
import { AnchorSpot } from './anchored.tsx';
import { cellOf } from '../../data/table/layout.ts';
import { cellText } from './cell-text.ts';
import { isAbsent, leaveOut, showOnly } from './conditions.ts';
import { useGrid, type Anchor } from './grid-context.ts';
import { withFilter } from '../../data/table/grid-state.ts';

interface CellMenuProps {
  readonly at: Anchor;
  readonly column: Column;
  readonly row: GridRow;
  readonly onCopy: (column: Column, row: GridRow) => void;
  readonly onOpen: (row: GridRow) => void;
}

/** The context menu of a cell. */
export function CellMenu({ at, column, row, onCopy, onOpen }: CellMenuProps): ReactNode {
  const { card, dataset, state, change, open } = useGrid();
  const cell = cellOf(dataset, row, column.name);
  const value = isAbsent(cell)
    ? 'missing'
    : shortened(column.kind === 'datetime' ? cellText(column, cell).slice(0, 10) : cellText(column, cell));
  const only = showOnly(state.where, column, cell);
  const without = leaveOut(state.where, column, cell);
  const filter = (where: readonly Condition[]): void => {
    change((before) => withFilter(before, { where }));
  };
  return (
    <Menu
      opened
      onChange={(opened) => {
        if (!opened) open(null);
      }}
      position="bottom-start"
      width={280}
      trapFocus
      returnFocus={false}
    >
      <Menu.Target>
        <AnchorSpot at={at} />
      </Menu.Target>
      <Menu.Dropdown aria-label={`Cell ${column.plain}`}>
        {only !== null && (
          <Menu.Item
            leftSection={<Glyph of={IconFilterPlus} size={14} />}
            onClick={() => {
              filter(only);
            }}
          >
            Show only {column.plain} <b>{value}</b>
          </Menu.Item>
        )}
        {without !== null && (
          <Menu.Item
            leftSection={<Glyph of={IconFilterOff} size={14} />}
            onClick={() => {
              filter(without);
            }}
          >
            Leave out {column.plain} <b>{value}</b>
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<Glyph of={IconFilter2} size={14} />}
          onClick={() => {
            open({ what: 'filter', at, column, condition: null });
          }}
          closeMenuOnClick={false}
        >
          Filter {column.plain}…
        </Menu.Item>
        {column.name === 'subject' && typeof cell === 'string' && cell !== '' && <SubjectMenuItems study={card.study} subject={cell} />}
        <Menu.Divider />
        <OpenSubject row={row} />
        <Menu.Item
          leftSection={<Glyph of={IconCopy} size={14} />}
          onClick={() => {
            onCopy(column, row);
          }}
        >
          Copy cell
        </Menu.Item>
        <Menu.Item
          leftSection={<Glyph of={IconLayoutSidebarRight} size={14} />}
          rightSection={dataset.name === 'subjects' ? null : <kbd className="kbd">Enter</kbd>}
          onClick={() => {
            onOpen(row);
          }}
        >
          Open record
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Opens the page of the row's subject; not offered on that page itself. */
function OpenSubject({ row }: { readonly row: GridRow }): ReactNode {
  const { card, dataset, subject: pageOf } = useGrid();
  const { go } = usePlace();
  const subject = cellOf(dataset, row, 'subject');
  if (pageOf !== null || typeof subject !== 'string' || subject === '') return null;
  return (
    <Menu.Item
      leftSection={<Glyph of={IconUserSearch} size={14} />}
      rightSection={dataset.name === 'subjects' ? <kbd className="kbd">Enter</kbd> : null}
      onClick={() => {
        go(subjectPlace(card.study, subject));
      }}
    >
      Open subject <b>{shortened(subject)}</b>
    </Menu.Item>
  );
}

function shortened(text: string): string {
  return text.length > 32 ? `${text.slice(0, 31)}…` : text;
}
