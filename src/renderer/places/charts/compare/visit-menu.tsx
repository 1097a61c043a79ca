import { Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCountOf } from '../../../ui/format/numbers.ts';
import { Glyph } from '../../../ui/parts/icon.tsx';
import { MenuScroll } from '../../../ui/parts/menu-scroll.tsx';

interface Props {
  /** "First visit" */
  readonly label: string;
  /** With how many subjects have results there. */
  readonly visits: readonly { readonly visit: string; readonly subjects: number }[];
  readonly chosen: string;
  readonly onChoose: (visit: string) => void;
}

/** One of the study's visits, in their order; those that nobody has can be seen and not chosen. */
export function VisitMenu({ label, visits, chosen, onChoose }: Props): ReactNode {
  return (
    <Menu width={320}>
      <Menu.Target>
        <Button aria-label={`${label}: ${chosen}`} rightSection={<Glyph of={IconChevronDown} size={14} />}>
          <span className="clip">{chosen}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        <MenuScroll label={label}>
          {visits.map(({ visit, subjects }) => (
            <Menu.Item
              key={visit}
              disabled={subjects === 0}
              rightSection={visit === chosen ? <Glyph of={IconCheck} size={14} /> : null}
              onClick={() => {
                onChoose(visit);
              }}
            >
              {visit} <span className="small t2 num">{formatCountOf(subjects, 'subject')}</span>
            </Menu.Item>
          ))}
        </MenuScroll>
      </Menu.Dropdown>
    </Menu>
  );
}
