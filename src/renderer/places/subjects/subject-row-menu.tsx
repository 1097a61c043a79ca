import { Menu } from '@mantine/core';
import { IconCopy, IconUserSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AnchorSpot } from '../../record/grid/anchored.tsx';
import { useCopyCell } from '../../record/grid/copying.ts';
import { usePlace } from '../../data/model/model-context.ts';
import { subjectPlace } from '../../data/model/place.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { SubjectMenuItems } from '../../record/subjects/use-these-subjects.tsx';

interface RowMenuProps {
  readonly study: string;
  readonly subject: string;
  readonly left: number;
  readonly top: number;
  readonly onClose: () => void;
}

/** Context menu of one subject in the table. */
export function SubjectRowMenu({ study, subject, left, top, onClose }: RowMenuProps): ReactNode {
  const { go } = usePlace();
  const copyCell = useCopyCell();
  return (
    <Menu
      opened
      onChange={(opened) => {
        if (!opened) onClose();
      }}
      position="bottom-start"
      width={280}
      trapFocus
      returnFocus={false}
    >
      <Menu.Target>
        <AnchorSpot at={{ left, top, width: 1, height: 1 }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={`Subject ${subject}`}>
        <Menu.Item
          leftSection={<Glyph of={IconUserSearch} size={14} />}
          rightSection={<kbd className="kbd">Enter</kbd>}
          onClick={() => {
            go(subjectPlace(study, subject));
          }}
        >
          Open subject <b>{subject}</b>
        </Menu.Item>
        <SubjectMenuItems study={study} subject={subject} />
        <Menu.Divider />
        <Menu.Item
          leftSection={<Glyph of={IconCopy} size={14} />}
          onClick={() => {
            copyCell(subject);
          }}
        >
          Copy the id
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
