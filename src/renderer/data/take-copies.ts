import type { DataSource } from './data-source.ts';

/** Text that is copied by hand goes through the main process as well, which takes it back at a lock if it is still on the clipboard. */
export function takeCopies({ call }: DataSource, page: Document): void {
  page.addEventListener('copy', (event) => {
    const text = page.getSelection()?.toString() ?? '';
    // Nothing of a passphrase is ever copied: Chromium refuses that by itself.
    if (event.defaultPrevented || text === '' || page.activeElement?.getAttribute('type') === 'password') return;
    event.preventDefault();
    void call('clipboard.write', { text }).catch(() => undefined);
  });
}
