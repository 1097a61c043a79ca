import type { Input, WebContents } from 'electron';

/** The factors of the page's size, as in browsers. */
const factors = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2] as const;

type Zoom = 'in' | 'out' | 'reset';

const zoomKeys: Readonly<Record<string, Zoom>> = { '+': 'in', '=': 'in', '-': 'out', _: 'out', '0': 'reset' };

/** The parts of web contents that are used here. */
type ZoomedContents = Pick<WebContents, 'on' | 'getZoomFactor' | 'setZoomFactor'>;

/**
 * Changes the page's size with the keys of browsers, and with Ctrl and the mouse wheel. There is no menu outside of macOS, and Electron does
 * none of this without one. A lock keeps the size.
 */
export function offerZoom(contents: ZoomedContents, platform: NodeJS.Platform = process.platform): void {
  const zoom = (to: Zoom): void => {
    contents.setZoomFactor(factorAfter(contents.getZoomFactor(), to));
  };
  contents.on('before-input-event', (event, input) => {
    const to = zoomOf(input, platform);
    if (to === null) return;
    event.preventDefault();
    zoom(to);
  });
  contents.on('zoom-changed', (_event, to) => {
    zoom(to);
  });
}

/** What a key does to the size, or null. Alt is left alone, because AltGr reports itself as Ctrl and Alt. */
function zoomOf({ type, key, control, meta, alt }: Input, platform: NodeJS.Platform): Zoom | null {
  const held = platform === 'darwin' ? meta && !control : control && !meta;
  return type === 'keyDown' && held && !alt && Object.hasOwn(zoomKeys, key) ? (zoomKeys[key] ?? null) : null;
}

function factorAfter(factor: number, to: Zoom): number {
  // Chromium keeps the logarithm of a factor and returns it with a rounding error.
  const tolerance = 0.01;
  switch (to) {
    case 'in':
      return factors.find((next) => next > factor + tolerance) ?? 2;
    case 'out':
      return factors.findLast((next) => next < factor - tolerance) ?? 0.5;
    case 'reset':
      return 1;
  }
}
