import interFont from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?inline';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { AppError } from '../../../shared/errors.ts';
import { paintedWith } from './chart-paint.ts';
import { captionWords, fileWidth, pictureOf, plainWords, textWidth, type Figure } from './figure.ts';

interface Origin {
  /** Study and as-of time; the subject filter is part of the caption. */
  readonly origin: string;
  readonly demo: boolean;
}

export interface ChartPicture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

const margin = 24;
/** Pixels of a PNG per pixel of the drawing. */
const density = 2;
/** Maximum side of an image in pixels, because Chromium limits the size of a canvas. */
const longestSide = 32_000;
const fonts = "'Inter Variable', Inter, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif";

/** The chart as a self-contained SVG in the light theme, with title, sentence, legend, caption, origin and embedded font. */
export function svgOf(figure: Figure, { origin, demo }: Origin): ChartPicture {
  const drawing = figure.draw({ width: fileWidth, height: figure.fileHeight });
  const width = fileWidth + 2 * margin;
  const sentence = linesOf(plainWords(figure.sentence), fileWidth, '13px');
  const foot = [...linesOf(captionWords(figure), fileWidth, '11px'), ...linesOf(origin, fileWidth, '11px')];
  const top = margin + 28 + sentence.length * 18 + 6;
  const legendTop = top + drawing.height + (drawing.foot?.height ?? 0) + 8;
  const beneath = legendTop + (figure.legend.length > 0 ? 20 : 0) + 12;
  const height = beneath + foot.length * 16 + margin - 8;
  const whole = (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${String(width)} ${String(height)}`}
      fontFamily={fonts}
      fontSize={11}
    >
      <title>{figure.title}</title>
      <rect width={width} height={height} fill="var(--surface)" />
      <text x={margin} y={margin + 16} fontSize={16} fontWeight={600} fill="var(--text)">
        {figure.title}
      </text>
      {demo && <DemoMark right={width - margin} />}
      <Lines lines={sentence} y={margin + 42} size={13} leading={18} fill="var(--text-2)" />
      <g transform={`translate(${String(margin)} ${String(top)})`} className="figure">
        {pictureOf(drawing)}
        {drawing.foot !== undefined && <g transform={`translate(0 ${String(drawing.height)})`}>{drawing.foot.picture}</g>}
      </g>
      <Legend items={figure.legend} top={legendTop} />
      <Lines lines={foot} y={beneath} size={11} leading={16} fill="var(--text-3)" />
    </svg>
  );
  return { svg: withTokens(markupOf(whole)), width, height };
}

function Lines({
  lines,
  y,
  size,
  leading,
  fill,
}: {
  readonly lines: readonly string[];
  readonly y: number;
  readonly size: number;
  readonly leading: number;
  readonly fill: string;
}): ReactNode {
  return lines.map((line, at) => (
    <text key={at} x={margin} y={y + at * leading} fontSize={size} fill={fill}>
      {line}
    </text>
  ));
}

/** Draws all items on one line. */
function Legend({ items, top }: { readonly items: Figure['legend']; readonly top: number }): ReactNode {
  const widths = items.map(({ words }) => 16 + textWidth(words) + 14);
  return items.map(({ shape, color, words }, place) => {
    const left = margin + widths.slice(0, place).reduce((sum, each) => sum + each, 0);
    return (
      <g key={words} transform={`translate(${String(left)} ${String(top)})`}>
        <path d={shape} fill={color} />
        <text x={16} y={10} fill="var(--text-2)">
          {words}
        </text>
      </g>
    );
  });
}

function DemoMark({ right }: { readonly right: number }): ReactNode {
  const width = 84;
  return (
    <>
      <rect
        x={right - width}
        y={margin}
        width={width}
        height={22}
        rx={11}
        fill="var(--surface-3)"
        stroke="var(--control)"
        strokeDasharray="3 2"
      />
      <text x={right - width / 2} y={margin + 15} textAnchor="middle" fontSize={12} fontWeight={500} fill="var(--text-2)">
        Demo data
      </text>
    </>
  );
}

/** Wraps a text at spaces, using measured widths; does not wrap it without a canvas context. */
function linesOf(text: string, width: number, size: string): readonly string[] {
  const ruler = document.createElement('canvas').getContext('2d');
  if (ruler === null) return [text];
  ruler.font = `${size} ${fonts}`;
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && ruler.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function markupOf(picture: ReactNode): string {
  const holder = document.createElement('div');
  const root = createRoot(holder);
  flushSync(() => {
    root.render(picture);
  });
  const drawn = holder.firstElementChild;
  const markup = drawn === null ? '' : new XMLSerializer().serializeToString(drawn);
  root.unmount();
  return markup;
}

/** Characters that XML does not allow, but a name can contain. */
const unreadable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** Replaces tokens by their light-theme values, and embeds the font for computers without Inter. Throws TypeError on an unknown token. */
function withTokens(markup: string): string {
  const resolved = paintedWith(markup, lightTokens(document));
  const readable = resolved.toWellFormed().replaceAll(unreadable, '\uFFFD');
  const style = `<style>@font-face{font-family:'Inter Variable';font-weight:100 900;src:url(${interFont}) format('woff2')}.figure text{font-variant-numeric:tabular-nums}</style>`;
  return readable.replace('</title>', `</title>${style}`);
}

/** The drawing as a PNG in base64, at twice its size unless that is too large for a canvas. Throws EXPORT if no image can be made. */
export async function pngOf({ svg, width, height }: ChartPicture): Promise<string> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = Math.min(density, longestSide / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d');
  context?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const [, base64] = canvas.toDataURL('image/png').split(',');
  if (context === null || base64 === undefined || base64 === '')
    throw new AppError('EXPORT', 'The image is too large for this computer. Nothing was saved. Save it as an SVG instead.');
  return base64;
}

/** Token values of the light theme, whichever theme is active: those of `:root` in the style sheets of the page. */
function lightTokens(page: Document): ReadonlyMap<string, string> {
  const tokens = new Map<string, string>();
  for (const sheet of page.styleSheets) collect([...sheet.cssRules], tokens);
  return tokens;
}

function collect(rules: readonly CSSRule[], tokens: Map<string, string>): void {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule && rule.selectorText === ':root') {
      for (const name of rule.style) if (name.startsWith('--')) tokens.set(name, rule.style.getPropertyValue(name).trim());
    } else if (rule instanceof CSSGroupingRule) collect([...rule.cssRules], tokens);
  }
}
