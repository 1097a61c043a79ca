import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { ReasonButton } from '../../../src/renderer/ui/parts/buttons.tsx';

function drawn(reason: string | null, shown = false): string {
  return renderToStaticMarkup(
    <MantineProvider>
      <ReasonButton reason={reason} shown={shown} type="submit">
        Export
      </ReasonButton>
    </MantineProvider>,
  );
}

describe('a button with a reason for doing nothing now', () => {
  test('states the reason, and can still be reached', () => {
    const button = drawn('Enter the passphrase first.');
    expect(button).toContain('aria-disabled="true"');
    expect(button).toContain('aria-description="Enter the passphrase first."');
    expect(button).not.toMatch(/ disabled=""/);
  });

  test('shows the reason beside it on request', () => {
    expect(drawn('Enter the passphrase first.', true)).toContain('>Enter the passphrase first.</span>');
    expect(drawn('Enter the passphrase first.')).not.toContain('>Enter the passphrase first.</span>');
  });

  test('is an ordinary button if there is no reason', () => {
    expect(drawn(null, true)).not.toMatch(/aria-disabled|aria-description|class="reason/);
  });
});
