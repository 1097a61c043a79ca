import { useElementSize, useId } from '@mantine/hooks';
import { useDeferredValue, useMemo, useState, type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { pictureOf, type Drawing, type Figure, type Mark, type Size, type View } from './figure.ts';
import { useChartWalk } from './use-chart-walk.ts';
import { around, placeTip } from './find-mark.ts';
import { usePlace } from '../../data/model/model-context.ts';
import { subjectPlace } from '../../data/model/place.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { wordsOfUse } from '../subjects/use-these-subjects.tsx';
import { useSubjectFilter } from '../../data/model/use-subject-filter.ts';
import { formatCountOf } from '../../../shared/format-count.ts';

interface Props {
  readonly study: string;
  readonly figure: Figure;
  readonly onOpen: (mark: Pick<Mark, 'id' | 'subject'>) => void;
}

/** With more selected subjects, only outlines are drawn instead of highlights. */
const mostHighlights = 200;

/** The drawing of a chart at the available size, with hover, keyboard navigation and selection of subjects. */
export function ChartSurface(props: Props): ReactNode {
  const { ref, width, height } = useElementSize();
  // Deferred, so that drawing blocks neither typing nor other charts.
  const figure = useDeferredValue(props.figure);
  const wide = useDeferredValue(Math.floor(width), 0);
  const high = useDeferredValue(Math.floor(height), 0);
  return (
    <div className="chart-surface">
      <div ref={ref} className="chart-measure" />
      {wide > 0 && high > 0 && <Drawn {...props} figure={figure} size={{ width: wide, height: high }} />}
    </div>
  );
}

function Drawn({ study, figure, onOpen, size: { width, height } }: Props & { readonly size: Size }): ReactNode {
  const drawing = useMemo(() => fit(figure, { width, height }), [figure, width, height]);
  const [view, setView] = useState<View>({ top: 0, bottom: height + viewStep });
  const walk = useChartWalk(drawing, onOpen);
  const id = useId();
  const footHeight = drawing.foot?.height ?? 0;
  const shown = walk.pointed ?? walk.current;
  const count = drawing.rows.reduce((sum, marks) => sum + marks.length, 0);
  return (
    <>
      <div
        className="chart-box"
        role="listbox"
        aria-label={`${figure.title}: ${String(count)} ${count === 1 ? 'mark' : 'marks'}; move between them with the arrow keys`}
        aria-multiselectable={drawing.brush !== null}
        aria-activedescendant={walk.current === null ? undefined : id}
        tabIndex={0}
        style={{ height: height - footHeight }}
        {...walk.handlers}
        onScroll={({ currentTarget: { scrollTop, clientHeight } }) => {
          const next = viewAt(scrollTop, clientHeight);
          setView((before) => (before.top === next.top && before.bottom === next.bottom ? before : next));
        }}
      >
        <div className="chart-canvas" style={{ width: drawing.width, height: drawing.height }}>
          <Picture drawing={drawing} width={drawing.width} view={view} />
          <svg className="chart-over" width={drawing.width} height={drawing.height} aria-hidden>
            <Highlights drawing={drawing} pointed={shown} picked={walk.picked} />
            {walk.brush !== null && <rect className="chart-brush" {...walk.brush} />}
          </svg>
          {walk.current !== null && (
            <div
              id={id}
              role="option"
              className="chart-here"
              aria-label={walk.current.says.join(', ')}
              aria-selected={walk.current.subject !== null && walk.picked.has(walk.current.subject)}
              style={outlineOf(walk.current)}
            />
          )}
          {shown !== null && walk.brush === null && <ChartTip mark={shown} />}
        </div>
      </div>
      {drawing.foot !== undefined && (
        <svg className="chart-picture" width={drawing.width} height={footHeight} aria-hidden>
          {drawing.foot.picture}
        </svg>
      )}
      {walk.picked.size > 0 && <PickedBar study={study} title={figure.title} picked={walk.picked} onClear={walk.clear} />}
    </>
  );
}

/** Separate from the overlay, so that hovering a mark does not redraw it. */
function Picture({ drawing, width, view }: { readonly drawing: Drawing; readonly width: number; readonly view: View }): ReactNode {
  const part = typeof drawing.picture === 'function' ? view : null;
  const picture = useMemo(() => pictureOf(drawing, part ?? undefined), [drawing, part]);
  return (
    <svg className="chart-picture" width={width} height={drawing.height} aria-hidden>
      {picture}
    </svg>
  );
}

/** The visible part changes in steps of this many pixels, and is drawn with a margin of at least one step. */
const viewStep = 400;

function viewAt(top: number, height: number): View {
  const first = Math.floor(top / viewStep) * viewStep - viewStep;
  return { top: first, bottom: first + Math.ceil(height / viewStep) * viewStep + 3 * viewStep };
}

/** Width reserved for the scroll bar, in pixels. */
const scrollBar = 10;

/** Draws a figure; if it needs to scroll, draws it again with space for the scroll bar. */
function fit(figure: Figure, size: Size): Drawing & { readonly width: number } {
  const drawing = figure.draw(size);
  const scrolls = drawing.height + (drawing.foot?.height ?? 0) > size.height;
  const width = scrolls ? size.width - scrollBar : size.width;
  return { ...(scrolls ? figure.draw({ ...size, width }) : drawing), width };
}

interface HighlightsProps {
  readonly drawing: Drawing;
  readonly pointed: Mark | null;
  readonly picked: ReadonlySet<string>;
}

function Highlights({ drawing: { rows, highlight }, pointed, picked }: HighlightsProps): ReactNode {
  const firsts = useMemo(() => firstMarks(rows, picked), [rows, picked]);
  const outlined = highlight === undefined || picked.size > mostHighlights;
  return (
    <>
      {firsts.map((mark) =>
        outlined ? (
          <rect key={mark.id} className="chart-chosen" {...(mark.reach ?? mark.box)} />
        ) : (
          <g key={mark.id}>{highlight(mark, 'picked')}</g>
        ),
      )}
      {pointed !== null && (highlight === undefined ? <rect className="chart-pointed" {...pointed.box} /> : highlight(pointed, 'pointed'))}
    </>
  );
}

/** The first mark of each selected subject. */
function firstMarks(rows: Drawing['rows'], picked: ReadonlySet<string>): readonly Mark[] {
  const first = new Map<string, Mark>();
  if (picked.size > 0)
    for (const mark of rows.flat())
      if (mark.subject !== null && picked.has(mark.subject) && !first.has(mark.subject)) first.set(mark.subject, mark);
  return [...first.values()];
}

/** Outline of a mark, at least 8 px wide and high, so that it stays visible. */
function outlineOf({ box: { x, y, width, height } }: Mark): { left: number; top: number; width: number; height: number } {
  const least = 8;
  const wide = Math.max(least, width);
  const high = Math.max(least, height);
  return { left: x - (wide - width) / 2, top: y - (high - height) / 2, width: wide, height: high };
}

/** Tooltip of a mark, placed in the visible part of the scroll box, if possible beside the mark and its hit area. */
function ChartTip({ mark }: { readonly mark: Mark }): ReactNode {
  const tip = useRef<HTMLDivElement | null>(null);
  useLayoutEffect(() => {
    const scrolled = tip.current?.closest('.chart-box');
    if (tip.current === null || !scrolled) return;
    const view = { x: scrolled.scrollLeft, y: scrolled.scrollTop, width: scrolled.clientWidth, height: scrolled.clientHeight };
    const size = { width: tip.current.offsetWidth, height: tip.current.offsetHeight };
    const { x, y } = placeTip(around(mark.box, mark.reach ?? mark.box), size, view);
    tip.current.style.left = `${String(x)}px`;
    tip.current.style.top = `${String(y)}px`;
  }, [mark]);
  const [name, ...lines] = mark.says;
  return (
    <div ref={tip} className="chart-tip" aria-hidden>
      <b>{name}</b>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  );
}

interface PickedBarProps {
  readonly study: string;
  /** Title of the chart in which they were selected. */
  readonly title: string;
  readonly picked: ReadonlySet<string>;
  readonly onClear: () => void;
}

/** Number of selected subjects, with actions: use them as the subject filter, or open the page of a single subject. */
function PickedBar({ study, title, picked, onClear }: PickedBarProps): ReactNode {
  const [, setFilter] = useSubjectFilter(study);
  const { go } = usePlace();
  const [only] = picked.size === 1 ? picked : [];
  const keep = (): void => {
    setFilter({ subjects: [...picked], says: `selected in “${title}”` });
    onClear();
  };
  return (
    <div className="chart-picked" role="group" aria-label="Selected subjects">
      <span className="num" role="status">
        {formatCountOf(picked.size, 'subject')}
      </span>
      {only !== undefined && (
        <Button
          size="xs"
          onClick={() => {
            go(subjectPlace(study, only));
          }}
        >
          Open subject page
        </Button>
      )}
      <Button size="xs" variant="filled" onClick={keep}>
        {wordsOfUse(picked.size)}
      </Button>
      <button type="button" className="bare-icon" aria-label="Clear selection" onClick={onClear}>
        <Glyph of={IconX} size={14} />
      </button>
    </div>
  );
}
