import type { SavedChart } from '../../shared/calls/save-figures.ts';
import { AppError } from '../../shared/errors.ts';

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Returns the bytes of a chart's file. Throws USAGE if they are not an image, or a drawing with anything but drawing elements. */
export function checkedChartBytes({ form, body }: Pick<SavedChart, 'form' | 'body'>): Buffer {
  if (form === 'png') {
    const bytes = Buffer.from(body, 'base64');
    if (!bytes.subarray(0, pngSignature.length).equals(pngSignature)) throw refusal();
    return bytes;
  }
  if (!isDrawing(body)) throw refusal();
  return Buffer.from(body, 'utf8');
}

function refusal(): AppError {
  return new AppError('USAGE', 'The data to be saved is not a chart. Nothing was saved.');
}

/** Elements allowed in charts. No name has a prefix, because prefixes could give other elements these names. */
const elements = new Set([
  ...['svg', 'g', 'title', 'desc', 'defs', 'style', 'text', 'tspan', 'path', 'line', 'rect', 'circle', 'ellipse', 'polyline', 'polygon'],
  ...['clipPath', 'linearGradient', 'radialGradient', 'stop', 'pattern', 'marker', 'mask'],
]);

/** One tag as a serializer writes it: quoted attributes, and nothing else that begins with `<` (no comment, CDATA, DTD or instruction). */
const tag = /<(\/?)([A-Za-z]+)((?:\s+[A-Za-z][A-Za-z\d-]*="[^"<]*")*)\s*(\/?)>/y;
const attributes = /([A-Za-z][A-Za-z\d-]*)="([^"<]*)"/g;
const namespace = 'http://www.w3.org/2000/svg';

/** Any other reference in a value could spell what is searched for below. */
const otherReference = /&(?!(?:amp|lt|gt|quot|apos|#39|#x27|#9|#10|#13|#x[9AD]);)/;
/** Functions in values that refer to nothing outside the drawing. */
const functions = /\b(?:(?:matrix|translate|scale|rotate|skewX|skewY|rgba?|hsla?)\(\s*[-\d.]|url\(#)/g;

/** Whether a text is one `svg` of drawing elements and attributes: nothing in it executes, links elsewhere or loads anything. */
function isDrawing(body: string): boolean {
  const open: string[] = [];
  for (let at = 0; at < body.length;) {
    if (body[at] !== '<') {
      const next = body.indexOf('<', at);
      // Text is only allowed inside the drawing.
      if (next === -1 || open.length === 0) return false;
      if (open.at(-1) === 'style' && !isFontAlone(body.slice(at, next))) return false;
      at = next;
      continue;
    }
    tag.lastIndex = at;
    const [whole, closes, name = '', given = '', closed] = tag.exec(body) ?? [];
    if (whole === undefined || !elements.has(name)) return false;
    if (at === 0 ? name !== 'svg' || closes === '/' : open.length === 0) return false;
    if (closes === '/') {
      if (given !== '' || closed === '/' || open.pop() !== name) return false;
    } else {
      if (open.at(-1) === 'style' || !areHarmless(given)) return false;
      if (closed !== '/') open.push(name);
    }
    at += whole.length;
  }
  return body !== '' && open.length === 0;
}

function areHarmless(given: string): boolean {
  for (const [, name = '', value = ''] of given.matchAll(attributes)) {
    if (/^(on|href$|src$|style$)/i.test(name)) return false;
    if (name === 'xmlns' ? value !== namespace : !isWords(name) && !isPlainValue(value)) return false;
  }
  return true;
}

/** Attributes used as text or identifiers, never as a style value. */
function isWords(name: string): boolean {
  return name.startsWith('aria-') || name.startsWith('data-') || name === 'class' || name === 'id';
}

function isPlainValue(value: string): boolean {
  return !value.includes('\\') && !otherReference.test(value) && !value.replaceAll(functions, '').includes('(');
}

/** Rules without escapes that load nothing except an embedded font. */
function isFontAlone(rules: string): boolean {
  if (/[\\&]|\/\*/.test(rules)) return false;
  const rest = rules.replaceAll(/\burl\(data:font\/woff2;base64,[A-Za-z0-9+/=]*\)|\bformat\('woff2'\)/g, '').replaceAll('@font-face', '');
  return !/[@(]/.test(rest);
}
