import type { BrowserWindow } from 'electron';
import { AppError } from '../../shared/errors.ts';

/** The window's sizes are for a screen; on paper they are read from nearer. */
const scale = 0.8;
/** Inches; the heading and the page numbers stand in the upper and lower ones. */
const margins = { top: 0.75, bottom: 0.7, left: 0.6, right: 0.6 };
const line =
  'width: 100%; margin: 0 0.6in; font: 8px Inter, "Segoe UI", "Helvetica Neue", Arial, sans-serif; color: #45505a; display: flex;';

/** The pages of what the window shows for printing, in A4, each with `heading` above and its number beneath. EXPORT where they could not be made. */
export async function printProfile(window: BrowserWindow | null, heading: string): Promise<Buffer> {
  if (window === null) throw new AppError('EXPORT', 'There is no window to print. Nothing was saved.');
  // The window's own colour would fill the margins of the pages.
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
