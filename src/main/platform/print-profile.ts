import type { BrowserWindow } from 'electron';
import { AppError } from '../../shared/errors.ts';

/** The window's sizes are made for a screen; paper is read from a shorter distance. */
const scale = 0.8;
/** In inches. The heading is in the top margin, the page number in the bottom one. */
const margins = { top: 0.75, bottom: 0.7, left: 0.6, right: 0.6 };
const line =
  'width: 100%; margin: 0 0.6in; font: 8px Inter, "Segoe UI", "Helvetica Neue", Arial, sans-serif; color: #45505a; display: flex;';

/** Prints the window to an A4 PDF with `heading` and a page number on each page. Rejects with EXPORT if that fails. */
export async function printProfile(window: BrowserWindow | null, heading: string): Promise<Buffer> {
  if (window === null) throw new AppError('EXPORT', 'There is no window to print. Nothing was saved.');
  // Otherwise the window's background colour would fill the page margins.
  const colour = window.getBackgroundColor();
  window.setBackgroundColor('#FFFFFF');
  try {
    return await window.webContents.printToPDF({
      pageSize: 'A4',
      margins,
      scale,
      printBackground: true,
      generateTaggedPDF: true,
      displayHeaderFooter: true,
      headerTemplate: `<div style='${line}'><span>${escaped(heading)}</span></div>`,
      footerTemplate: `<div style='${line}'><span>Not encrypted. Confidential.</span><span style="margin-left: auto">Page <span class="pageNumber"></span> of <span class="totalPages"></span></span></div>`,
    });
  } catch (error: unknown) {
    throw new AppError('EXPORT', 'The pages could not be created. Nothing was saved. Try again.', error);
  } finally {
    if (!window.isDestroyed()) window.setBackgroundColor(colour);
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll("'", '&#39;').replaceAll('"', '&quot;');
}
