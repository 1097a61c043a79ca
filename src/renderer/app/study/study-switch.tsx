import { Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconList } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { StudyCard } from '../../../shared/contract.ts';
import { useModel, usePlace } from '../../data/model/model-context.ts';
import { studiesPlace, studyPlace } from '../../data/model/place.ts';
import { useStore } from '../../data/model/store.ts';
import { BrandMark } from '../../ui/parts/brand-mark.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';

/** The study's number, which opens the list of the others; the section stays the same. */
export function StudySwitch({ card }: { readonly card: StudyCard }): ReactNode {
  const { place, go } = usePlace();
  const { cards } = useStore(useModel().studies);
  const here = place.name === 'study' ? place.section : 'labs';
  // Another study has other subjects.
  const section = here === 'subject' ? 'subjects' : here;
  return (
    <>
      <BrandMark size={22} />
      <Menu position="bottom-start">
        <Menu.Target>
          <button type="button" className="study-switch" aria-label={`Study ${card.study}, switch`}>
            <b className="clip">{card.study}</b>
            {card.sponsor !== null && <span className="small t3 study-sponsor clip">{card.sponsor}</span>}
            <Glyph of={IconChevronDown} size={14} />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Studies on this computer</Menu.Label>
          {(cards ?? []).map((other) => (
            <Menu.Item
              key={other.study}
              onClick={() => {
                go(studyPlace(other.study, section));
              }}
              rightSection={other.study === card.study ? <Glyph of={IconCheck} size={14} /> : null}
            >
              <span>{other.study}</span> <span className="small t3">{other.demo ? 'Demo data' : other.sponsor}</span>
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item
            leftSection={<Glyph of={IconList} size={14} />}
            onClick={() => {
              go(studiesPlace);
            }}
          >
            All studies
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
