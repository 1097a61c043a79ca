import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { siteHandOver } from '../../../src/shared/export-preset.ts';
import { addedForOther, NameField, whyNotNamed } from '../../../src/renderer/tasks/export/preset-line.tsx';

test('a preset needs a name that is not that of a built-in one', () => {
  expect([whyNotNamed(''), whyNotNamed(siteHandOver.name), whyNotNamed('Labs')]).toEqual([
    'Enter a name for the preset first.',
    'This name is that of a built-in preset. Enter another one.',
    null,
  ]);
});

test('a preset file for another table says where it can be chosen', () => {
  expect(addedForOther({ ...siteHandOver, name: 'Pressures', parts: [{ dataset: 'vitals', columns: [], sort: [] }] })).toEqual({
    title: 'The preset “Pressures” was added but does not apply here',
    says: 'It is for Vitals. Choose it when you export that table.',
  });
});

test('the name of a preset keeps Escape from the dialog around it', () => {
  const drawn = renderToStaticMarkup(
    <MantineProvider>
      <NameField taken={[]} onSave={() => undefined} onCancel={() => undefined} />
    </MantineProvider>,
  );
  expect(drawn).toMatch(/<input[^>]* data-mantine-stop-propagation="true"/);
});
