import type { Carrel } from './window.ts';

/** Drags files over the window as from a file manager: Chromium receives the same events as from the system. */
export async function dragFiles({ page }: Carrel, ...paths: readonly string[]): Promise<{ drop(): Promise<void>; leave(): Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  const at = { x: 700, y: 450, data };
  await session.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at });
  await session.send('Input.dispatchDragEvent', { type: 'dragOver', ...at });
  // A drop counts only once the page has accepted the drag, which a busy page does late.
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
