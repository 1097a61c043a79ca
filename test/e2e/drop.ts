import type { Carrel } from './window.ts';

/** Drags files of this computer over the window, as a person would with a file manager: Chromium is told of them as the system does. */
export async function dragFiles({ page }: Carrel, ...paths: readonly string[]): Promise<{ drop(): Promise<void>; leave(): Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  const at = { x: 700, y: 450, data };
  await session.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at });
  await session.send('Input.dispatchDragEvent', { type: 'dragOver', ...at });
  // A drop counts only where the page said before that it takes one, which a page that is busy does later.
  await page.locator('.drop-overlay').waitFor();
  await session.send('Input.dispatchDragEvent', { type: 'dragOver', ...at });
  return {
    drop: async () => {
      await session.send('Input.dispatchDragEvent', { type: 'drop', ...at });
      await session.detach();
    },
    leave: async () => {
      await session.send('Input.dispatchDragEvent', { type: 'dragOver', ...at, x: -10 });
      await session.detach();
    },
  };
}
