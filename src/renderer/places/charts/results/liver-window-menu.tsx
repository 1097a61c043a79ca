import { Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { usualLiverWindow, type LiverWindow } from '../../../../shared/derive/hys-law.ts';
import { useChartChoice } from '../../../data/model/use-chart-choice.ts';
import { Glyph } from '../../../ui/parts/icon.tsx';
import { windowWords } from './liver-words.ts';

const days = [0, 7, 14, 30, 60, 90];
const directions = [
  { direction: 'either', words: 'Bilirubin before or after ALT or AST' },
  { direction: 'after', words: 'Bilirubin on the day of ALT or AST, or after' },
] as const satisfies readonly { readonly direction: LiverWindow['direction']; readonly words: string }[];

/** The window of a study's liver screen, remembered until the lock. */
export function useLiverWindow(study: string): readonly [LiverWindow, (window: LiverWindow) => void] {
  const [withinDays, chooseDays] = useChartChoice<string>(study, 'liver-days', String(usualLiverWindow.withinDays));
  const [direction, chooseDirection] = useChartChoice<LiverWindow['direction']>(study, 'liver-direction', usualLiverWindow.direction);
  return [
    { withinDays: Number(withinDays), direction },
    (window) => {
      chooseDays(String(window.withinDays));
      chooseDirection(window.direction);
    },
  ];
}

interface Props {
  readonly window: LiverWindow;
  readonly onChoose: (window: LiverWindow) => void;
}

/** How near to each other the two limits must be reached. */
export function LiverWindowMenu({ window, onChoose }: Props): ReactNode {
  const tick = (on: boolean): ReactNode => (on ? <Glyph of={IconCheck} size={14} /> : null);
  return (
    <Menu width={330}>
      <Menu.Target>
        <Button rightSection={<Glyph of={IconChevronDown} size={14} />}>{`Both ${windowWords(window)}`}</Button>
      </Menu.Target>
      <Menu.Dropdown aria-label="Window of the liver screen">
        <Menu.Label>Both limits within</Menu.Label>
        {days.map((withinDays) => (
          <Menu.Item
            key={withinDays}
            rightSection={tick(window.withinDays === withinDays)}
            onClick={() => {
              onChoose({ ...window, withinDays });
            }}
          >
            {withinDays === 0 ? 'The same day' : `${String(withinDays)} days`}
          </Menu.Item>
        ))}
        <Menu.Label>In which order</Menu.Label>
        {directions.map(({ direction, words }) => (
          <Menu.Item
            key={direction}
            rightSection={tick(window.direction === direction)}
            onClick={() => {
              onChoose({ ...window, direction });
            }}
          >
            {words}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
