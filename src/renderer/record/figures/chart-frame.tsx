import { Menu, SegmentedControl } from '@mantine/core';
import { IconChartBar, IconPhoto, IconTable } from '@tabler/icons-react';
import { Fragment, useState, type ReactNode } from 'react';
import type { StudyCard } from '../../../shared/contract.ts';
import { useOpenRows } from '../../data/model/use-open-rows.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { SaveDialog, useSaveChart } from './save-chart.tsx';
import { ChartSurface } from './chart-surface.tsx';
import { drawnAs, notDrawn, type Figure, type Mark, type Omission, type Sentence } from './figure.ts';
import { ChartTable } from './twin-table.tsx';

interface Props {
  readonly card: StudyCard;
  readonly figure: Figure;
  /** Called on a click or Enter on a mark or a table row. */
  readonly onOpen: (mark: Pick<Mark, 'id' | 'subject'>) => void;
  /** Options of this chart. */
  readonly controls?: ReactNode;
  /** False if the page already shows the legend. */
  readonly withLegend?: boolean;
}

type View = 'chart' | 'table';
const views = [
  { value: 'chart', label: <ViewName icon={IconChartBar} name="Chart" /> },
  { value: 'table', label: <ViewName icon={IconTable} name="Table" /> },
];

function ViewName({ icon, name }: { readonly icon: typeof IconTable; readonly name: string }): ReactNode {
  return (
    <span className="chart-view">
      <Glyph of={icon} size={14} />
      {name}
    </span>
  );
}

/** A chart with its title, summary sentence, table view, caption and save menu. */
export function ChartFrame({ card, figure, onOpen, controls, withLegend = true }: Props): ReactNode {
  const { title, sentence, caption, dataset, counted = [], omissions = [], omittedAs = notDrawn, step, legend, nothing, name } = figure;
  const [view, setView] = useState<View>('chart');
  const { save, asked } = useSaveChart(card, figure);
  const id = `chart-${name}`;
  return (
    <figure className="chart" aria-labelledby={id} data-chart={name}>
      <header className="chart-head">
        <h2 id={id}>{title}</h2>
        {controls}
        <SegmentedControl
          aria-label={`${title}: chart or table`}
          size="xs"
          value={view}
          data={views}
          onChange={(value) => {
            setView(value === 'table' ? 'table' : 'chart');
          }}
        />
        <Menu width={240}>
          <Menu.Target>
            <ReasonButton size="xs" variant="subtle" reason={nothing} leftSection={<Glyph of={IconPhoto} size={14} />}>
              Save
            </ReasonButton>
          </Menu.Target>
          <Menu.Dropdown aria-label={`Save ${title}`}>
            <Menu.Label>The file is not encrypted</Menu.Label>
            <Menu.Item
              onClick={() => {
                save('png');
              }}
            >
              As an image (PNG)
            </Menu.Item>
            <Menu.Item
              onClick={() => {
                save('svg');
              }}
            >
              As a vector drawing (SVG)
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </header>
      <p className="chart-sentence">
        <Words of={sentence} />
      </p>
      <div className="chart-room">
        {nothing !== null ? (
          <p className="chart-nothing t2" role="status">
            {nothing}
          </p>
        ) : view === 'chart' ? (
          <ChartSurface study={card.study} figure={figure} onOpen={onOpen} />
        ) : (
          <ChartTable title={title} table={figure.table} onOpen={onOpen} />
        )}
      </div>
      {withLegend && nothing === null && legend.length > 0 && (
        <ul className="chart-legend" aria-label={`Legend of ${title}`}>
          {legend.map(({ shape, color, words }) => (
            <li key={words}>
              <svg width={12} height={12} viewBox="0 0 12 12" aria-hidden>
                <path d={shape} fill={color} />
              </svg>
              {words}
            </li>
          ))}
        </ul>
      )}
      <figcaption className="chart-caption">
        {caption}
        <Opened {...{ card, dataset }} as={drawnAs} all={counted} />
        <Opened {...{ card, dataset }} as={omittedAs} all={omissions} />
        {step !== undefined && (
          <>
            {' '}
            <button type="button" className="link" onClick={step.take}>
              {step.label}
            </button>
          </>
        )}
      </figcaption>
      {asked !== null && <SaveDialog title={title} asked={asked} />}
    </figure>
  );
}

interface OpenedProps extends Pick<Props, 'card'>, Pick<Figure, 'dataset'> {
  /** The label before them. */
  readonly as: string;
  readonly all: readonly Omission[];
}

/** Counts in the caption, of what is drawn or of what is omitted and why; each opens its rows. */
function Opened({ card, dataset, as, all }: OpenedProps): ReactNode {
  const openRows = useOpenRows(card.study);
  if (all.length === 0) return null;
  return (
    <span className="chart-left-out">
      {` ${as}: `}
      {all.map(({ words, where }, place) => (
        <Fragment key={words}>
          {place > 0 && '; '}
          {where === null ? (
            words
          ) : (
            <button
              type="button"
              className="link"
              title="Open the rows"
              onClick={() => {
                openRows(dataset, where);
              }}
            >
              {words}
            </button>
          )}
        </Fragment>
      ))}
      .
    </span>
  );
}

function Words({ of }: { readonly of: Sentence }): ReactNode {
  return of.map((part, place) => (typeof part === 'string' ? part : <b key={place}>{part.strong}</b>));
}
