import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { NameField } from '../../../src/renderer/tasks/export/preset-line.tsx';

test('the name of a preset keeps Escape from the dialog around it', () => {
  const drawn = renderToStaticMarkup(
    <MantineProvider>
      <NameField onSave={() => undefined} onCancel={() => undefined} />
    </MantineProvider>,
  );
  expect(drawn).toMatch(/<input[^>]* data-mantine-stop-propagation="true"/);
});
