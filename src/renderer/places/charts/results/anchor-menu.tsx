import { Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Glyph } from '../../../ui/parts/icon.tsx';
import { MenuScroll } from '../../../ui/parts/menu-scroll.tsx';
import type { AnchorChoice } from './use-anchors.ts';

/** From what on the weeks are counted. */
export function AnchorMenu({
  of: { anchor, hasBaseline, hasResponses, hasReference, visits, choose },
}: {
  readonly of: AnchorChoice;
}): ReactNode {
  const tick = (on: boolean): ReactNode => (on ? <Glyph of={IconCheck} size={14} /> : null);
  const chosen = anchor?.kind === 'visit' ? anchor.label : null;
  return (
    <Menu width={260}>
      <Menu.Target>
        <Button rightSection={<Glyph of={IconChevronDown} size={14} />}>
          {anchor === null
            ? 'Choose an anchor'
            : `From ${chosen ?? (anchor.kind === 'reference' ? 'reference date' : 'baseline assessment')}`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label="Anchor of the weeks">
        <MenuScroll label="Weeks are counted from">
          <Menu.Item
            disabled={!hasBaseline}
            rightSection={tick(anchor?.kind === 'baseline')}
            onClick={() => {
              choose({ kind: 'baseline' });
            }}
          >
            Baseline assessment{!hasBaseline && (hasResponses ? ' (there is none)' : ' (responses are not mirrored yet)')}
          </Menu.Item>
          <Menu.Item
            disabled={!hasReference}
            rightSection={tick(anchor?.kind === 'reference')}
            onClick={() => {
              choose({ kind: 'reference' });
            }}
          >
            Reference date{!hasReference && ' (imported on a subject’s page)'}
          </Menu.Item>
          {visits.length > 0 && <Menu.Label>First date of a visit</Menu.Label>}
          {visits.map((label) => (
            <Menu.Item
              key={label}
              rightSection={tick(chosen === label)}
              onClick={() => {
                choose({ kind: 'visit', label });
              }}
            >
              {label}
            </Menu.Item>
          ))}
        </MenuScroll>
      </Menu.Dropdown>
    </Menu>
  );
}
