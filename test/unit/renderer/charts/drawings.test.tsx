import { renderToStaticMarkup } from 'react-dom/server';
import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { pictureOf, textWidth, type Drawing, type Figure } from '../../../../src/renderer/record/figures/figure.ts';
import { shapePath, shownResponses } from '../../../../src/renderer/record/figures/response-style.ts';
import { drawSpider, spiderFigure } from '../../../../src/renderer/places/charts/spider.tsx';
import { drawSwimmer, swimmerFigure } from '../../../../src/renderer/places/charts/swimmer.tsx';
import { drawWaterfall, waterfallFigure } from '../../../../src/renderer/places/charts/waterfall.tsx';
import { checkedChartBytes } from '../../../../src/core/vault/checked-chart.ts';
import type { SpiderLine, SwimmerLane, WaterfallBar } from '../../../../src/shared/derive/response-charts.ts';
import type { ResponseCode } from '../../../../src/shared/derive/response-course.ts';

const size = { width: 800, height: 300 };

function bar(subject: string, percent: number, best: ResponseCode | null = 'SD'): WaterfallBar {
  return { subject, label: subject, percent, best, key: `${subject}-1`, assessments: 1 };
}

/** Percentages six weeks apart, starting with the baseline. */
function line(subject: string, percents: readonly number[], codes: readonly (string | null)[] = []): SpiderLine {
  const points = percents.map((percent, at) => ({ weeks: at * 6, percent, code: codes[at] ?? null, key: `${subject}-${String(at)}` }));
  return { subject, label: subject, best: 'SD', points };
}

function lane(subject: string, codes: readonly string[]): SwimmerLane {
  const marks = codes.map((code, at) => ({ weeks: 6 * (at + 1), code, key: `${subject}-${String(at)}` }));
  return { subject, label: subject, weeks: 6 * codes.length, marks, undated: 0 };
}

function drawn(drawing: Drawing): string {
  return renderToStaticMarkup(
    <svg>
      {pictureOf(drawing)}
      {drawing.foot?.picture}
    </svg>,
  );
}

/** The texts of a drawing, in drawing order. */
function textsOf(drawing: Drawing): readonly string[] {
  return [...drawn(drawing).matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, text]) => (text ?? '').replaceAll(/<[^>]+>/g, ''));
}

/** The vertical extents of the upright names, in pixels from the top. */
function namesUpDown(drawing: Drawing): readonly (readonly [from: number, to: number])[] {
  const upright = /<text transform="translate\([\d.]+ ([\d.]+)\) rotate\(-90\)" text-anchor="(\w+)"[^>]*>(.*?)<\/text>/g;
  return [...drawn(drawing).matchAll(upright)].map(([, y, anchor, name]) => {
    const length = textWidth(name ?? '');
    return anchor === 'end' ? [Number(y), Number(y) + length] : [Number(y) - length, Number(y)];
  });
}

function boxes(drawing: Drawing): readonly (readonly [subject: string | null, y: number, height: number])[] {
  return drawing.rows.flat().map(({ subject, box }) => [subject, box.y, box.height] as const);
}

describe('a waterfall', () => {
  test('draws bars from left to right in the given order, up for growth and down for shrinkage', () => {
    const { rows } = drawWaterfall([bar('0047', 40), bar('0012', -35)], size);
    const [worst, best] = rows[0] ?? [];
    expect(worst?.box.x).toBeLessThan(best?.box.x ?? 0);
    expect((worst?.box.y ?? 0) + (worst?.box.height ?? 0)).toBeCloseTo(best?.box.y ?? 0);
  });

  test('cuts off a bar at +100 % and writes the value on top', () => {
    const drawing = drawWaterfall([bar('0047', 212.4, 'PD'), bar('0029', 100, 'PD')], size);
    const [over, full] = boxes(drawing);
    expect(over?.slice(1)).toEqual(full?.slice(1));
    expect(textsOf(drawing)).toContain('PD +212');
  });

  test('draws a stub for a change of 0 %', () => {
    expect(boxes(drawWaterfall([bar('0007', 0)], size))).toMatchObject([['0007', expect.any(Number), 2]]);
  });

  test('labels each bar with its subject, and with its response in letters', () => {
    const texts = textsOf(drawWaterfall([bar('0047', 40, 'PD'), bar('0031', -100, 'CR')], size));
    expect(texts).toEqual(expect.arrayContaining(['PD', '0047', 'CR', '0031', '+20 %', '−30 %']));
  });

  test('shows responses by shapes if letters do not fit, and by a strip if shapes do not fit', () => {
    const some = Array.from({ length: 60 }, (_, at) => bar(String(at), -at, 'PR'));
    expect(textsOf(drawWaterfall(some, size))).not.toContain('PR');
    expect(drawn(drawWaterfall(some, size)).match(/<path d="M[\d.]+ [\d.]+A/g)).toHaveLength(60);
    const many = Array.from({ length: 2000 }, (_, at) => bar(String(at), 50 - at / 20, at < 1000 ? 'PD' : 'PR'));
    const drawing = drawWaterfall(many, size);
    expect(textsOf(drawing).filter((text) => text === 'PR' || text === 'PD')).toEqual(['PR', 'PD']);
    expect(drawing.rows.flat()).toHaveLength(2000);
  });

  test.each([
    ['few bars, as wide as their names', 3, 'CDISCPILOT01-01-701-', size],
    ['many bars with upright names', 20, 'CDISCPILOT01-01-701-', size],
    ['bars of the three charts together', 12, '01-701-', { width: 600, height: 190 }],
  ])('writes long names in full and within the drawing: %s', (_what, count, begin, { width, height }) => {
    const long = (at: number): string => `${begin}${String(1015 + at)}`;
    for (const sign of [-1, 1]) {
      const drawing = drawWaterfall(
        Array.from({ length: count }, (_, at) => bar(long(at), sign * (1 + at * 5))),
        { width, height },
      );
      expect(textsOf(drawing).filter((text) => text.startsWith(begin))).toHaveLength(count);
      for (const [from, to] of namesUpDown(drawing)) {
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(height);
      }
    }
  });

  test('shortens upright names if bars go both ways and the drawing is low, and keeps them distinct', () => {
    const drawing = drawWaterfall(
      Array.from({ length: 20 }, (_, at) => bar(`CDISCPILOT01-01-701-${String(1015 + at)}`, 40 - at * 4)),
      { width: 600, height: 190 },
    );
    const names = textsOf(drawing).filter((text) => /-10\d\d$/.test(text));
    expect(new Set(names).size).toBe(20);
    for (const [from, to] of namesUpDown(drawing)) {
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThanOrEqual(190);
    }
  });

  test('lists drawn and omitted subjects in its table', () => {
    const figure = waterfallFigure(
      { bars: [bar('0047', 212.4, 'PD')], omitted: [{ subject: '0044', label: '0044', because: 'no-follow-up' }], apart: [] },
      'all',
      'All subjects',
    );
    expect(figure.table.rows.map(({ cells }) => cells)).toEqual([
      ['0047', '+212.4 %', 'PD', '1'],
      ['0044', 'not drawn', 'no sum after baseline', ''],
    ]);
  });
});

describe('a spider', () => {
  test('draws points over +100 % at the edge, with the value beside the line end', () => {
    const drawing = drawSpider([line('0047', [0, 50, 130])], 'best', null, size);
    const [half, over] = drawing.rows[0] ?? [];
    expect(over?.box.y).toBeLessThan(half?.box.y ?? 0);
    expect(over?.box.y).toBeGreaterThanOrEqual(0);
    expect(textsOf(drawing)).toContain('0047 +130');
  });

  test('has a mark for each point after the baseline, highest line first', () => {
    const { rows } = drawSpider([line('0012', [0, -20, -40]), line('0047', [0, 30])], 'best', null, size);
    expect(rows.map((marks) => marks.map(({ id }) => id))).toEqual([['0047-1'], ['0012-1', '0012-2']]);
  });

  test('marks every PD with a diamond, not only the last assessment', () => {
    const once = drawn(drawSpider([line('0047', [0, 30, 10], [null, 'PD', 'SD'])], 'best', null, size));
    expect(once).toContain('data-response="PD"');
    expect(drawn(drawSpider([line('0047', [0, 30, 10], [null, 'SD', 'SD'])], 'best', null, size))).not.toContain('data-response="PD"');
  });

  test('takes its colours from the best or from the last response', () => {
    const lines = [{ ...line('0012', [0, -40, 20], [null, 'PR', 'PD']), best: 'PR' as const }];
    const colour = (by: 'best' | 'last'): string | undefined =>
      /stroke="(var\(--rs-\w+\))"[^>]*data-subject/.exec(drawn(drawSpider(lines, by, null, size)))?.[1];
    expect([colour('best'), colour('last')]).toEqual(['var(--rs-pr)', 'var(--rs-pd)']);
  });

  test('leaves out overlapping names, but never the highlighted one', () => {
    const lines = Array.from({ length: 40 }, (_, at) => line(`S${String(at).padStart(3, '0')}`, [0, -20 - at / 100]));
    const names = textsOf(drawSpider(lines, 'best', 'S039', size)).filter((text) => text.startsWith('S'));
    expect(names).toContain('S039');
    expect(names.length).toBeLessThan(10);
  });
});

describe('a swimmer', () => {
  test('has one lane per subject, and states when there is only a baseline', () => {
    const drawing = drawSwimmer([lane('0012', ['SD', 'PR']), lane('0044', [])], size);
    expect(drawing.rows.map((marks) => marks.map(({ says }) => says.join(': ')))).toEqual([
      ['0012: Followed for 12 weeks, 2 assessments after baseline', '0012: SD at week 6', '0012: PR at week 12'],
      ['0044: Baseline only'],
    ]);
    expect(textsOf(drawing)).toContain('0044baseline only');
  });

  test('does not say "baseline only" of a subject whose follow-ups have no date', () => {
    const undated = { ...lane('0012', []), undated: 2 };
    expect(textsOf(drawSwimmer([undated], size))).toContain('0012no dated follow-up');
    expect(drawSwimmer([undated], size).rows[0]?.[0]?.says).toEqual(['0012', 'No dated follow-up']);
    expect(swimmerFigure({ lanes: [undated], omitted: [], apart: [] }, '').table.rows[0]?.cells[3]).toBe('no dated follow-up');
  });

  test('does not count an assessment before the baseline as one after it', () => {
    const { marks, ...rest } = lane('0012', ['SD', 'PR']);
    const early = { ...rest, marks: [{ weeks: -2, code: 'SD', key: 'early' }, ...marks] };
    expect(drawSwimmer([early], size).rows[0]?.[0]?.says[1]).toBe('Followed for 12 weeks, 2 assessments after baseline, 1 before it');
  });

  test('grows taller than the given size for many lanes, with the axis in a separate foot', () => {
    const drawing = drawSwimmer(
      Array.from({ length: 2000 }, (_, at) => lane(String(at).padStart(4, '0'), ['SD', 'PD'])),
      size,
    );
    expect(drawing.height).toBeGreaterThan(20_000);
    expect(drawing.foot?.height).toBeLessThan(60);
  });

  test('draws only the lanes in view, but all of them in a file', () => {
    const lanes = Array.from({ length: 500 }, (_, at) => lane(String(at).padStart(4, '0'), ['SD']));
    const drawing = drawSwimmer(lanes, size);
    const names = (part: ReactNode): number => renderToStaticMarkup(<svg>{part}</svg>).split('data-subject').length - 1;
    expect(names(pictureOf(drawing, { top: 130, bottom: 260 }))).toBe(10);
    expect(names(pictureOf(drawing))).toBe(500);
  });

  test('never calls its lanes time on treatment', () => {
    const figure = swimmerFigure({ lanes: [lane('0012', ['SD'])], omitted: [], apart: [] }, 'All subjects');
    expect(figure.title).toBe('Assessment follow-up');
    expect(figure.caption).toContain('not time on treatment');
  });
});

describe('every chart', () => {
  const figures: readonly Figure[] = [
    waterfallFigure({ bars: [bar('0047', 40, 'PD')], omitted: [], apart: [] }, 'all', 'All subjects'),
    spiderFigure({ lines: [line('0047', [0, 30], [null, 'PD'])], omitted: [], apart: [] }, 'best', {
      filter: 'All subjects',
      notExplained: [],
    }),
    swimmerFigure({ lanes: [lane('0047', ['PD'])], omitted: [], apart: [] }, 'All subjects'),
  ];

  test.each(figures.map((figure) => [figure.name, figure] as const))('%s uses only colour tokens', (_name, figure) => {
    const colours = [...drawn(figure.draw(size)).matchAll(/(?:fill|stroke)="([^"]*)"/g)].map(([, colour]) => colour ?? '');
    expect(colours.length).toBeGreaterThan(5);
    for (const colour of colours) expect(colour).toMatch(/^(none|var\(--[\w-]+\))$/);
  });

  test.each(figures.map((figure) => [figure.name, figure] as const))('%s states n and the filter in its caption', (_name, figure) => {
    expect(figure.caption).toMatch(/^n = 1 of 1 subject with assessments.*All subjects\.$/);
  });

  test.each(figures.map((figure) => [figure.name, figure] as const))('%s can be saved as a drawing', (_name, figure) => {
    const body = drawn(figure.draw(size)).replaceAll(/var\(--[\w-]+\)/g, '#0f6a5b');
    expect(checkedChartBytes({ form: 'svg', body }).toString('utf8')).toBe(body);
  });

  test('states that there is nothing to draw', () => {
    expect(waterfallFigure({ bars: [], omitted: [], apart: [] }, 'all', '').nothing).toMatch(/^Nothing to draw/);
    expect(swimmerFigure({ lanes: [], omitted: [], apart: [] }, '').nothing).toMatch(/^Nothing to draw/);
  });

  test('gives each response its own shape', () => {
    const shapes = shownResponses.map((shown) => shapePath(shown, 6, 6, 4));
    expect(new Set(shapes).size).toBe(shownResponses.length);
  });
});
