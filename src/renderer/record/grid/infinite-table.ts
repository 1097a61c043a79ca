import type { GridOptions } from 'ag-grid-community';
import type { Preferences } from '../../../shared/contract.ts';
import { styleNonce } from '../../ui/theme/style-nonce.ts';
import { gridTheme } from './grid-theme.ts';
import { blockSize } from './rows-source.ts';

/** Pixels; base.css draws the bars that wide. */
const scrollbarWidth = 10;

/** Of every table whose rows are read block by block, and whose menus, marks and empty state are Carrel's own. */
export const infiniteTable = {
  theme: gridTheme,
  rowModelType: 'infinite',
  cacheBlockSize: blockSize,
  maxBlocksInCache: 30,
  rowBuffer: 6,
  scrollbarWidth,
  suppressNoRowsOverlay: true,
  suppressContextMenu: true,
  animateRows: false,
} satisfies GridOptions;

/** What differs from window to window. */
export function windowOptions(density: Preferences['density']): { readonly styleNonce: string; readonly rowHeight: number } {
  return { styleNonce: styleNonce(), rowHeight: density === 'compact' ? 28 : 32 };
}
