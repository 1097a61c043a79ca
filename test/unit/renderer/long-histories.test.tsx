import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PassesPane } from '../../../src/renderer/places/changes/passes-pane.tsx';
import { HistoryTab } from '../../../src/renderer/record/inspector/history-tab.tsx';
import type { Change } from '../../../src/shared/contract.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';

const at = '2026-11-20T09:00:00.000Z';
const drawn = (part: ReactNode): string => renderToStaticMarkup(<MantineProvider>{part}</MantineProvider>);
const lines = (markup: string): number => markup.match(/<li/g)?.length ?? 0;

function passes(count: number): string {
  const all = Array.from({ length: count }, (_, place) => ({ generation: count - place, at, counts: { new: 1, changed: 0, vanished: 0 } }));
  return drawn(<PassesPane passes={all} lookedGeneration={0} looked={false} since={0} onSince={() => undefined} />);
}

function history(count: number): string {
  const all = Array.from({ length: count }, (_, place): Change => ({
    generation: count - place,
    at,
    dataset: 'labs',
    key: 'lab-1',
    subject: '0012',
    kind: 'vanished',
    fields: [],
  }));
  return drawn(<HistoryTab dataset={datasets.labs} history={all} />);
}

// Tens of thousands at once ended the page, again after each start.
test('a history of 30,000 passes is listed in steps, newest first', () => {
  const markup = passes(30_000);
  expect(lines(markup)).toBe(200);
  expect(markup).toContain('Pass 30000');
  expect(markup).toContain('Show more, 29,800 left');
  expect(passes(200)).not.toContain('Show more');
});

test('a record with 30,000 changes shows them in steps', () => {
  const markup = history(30_000);
  expect(lines(markup)).toBe(100);
  expect(markup).toContain('Show more, 29,900 left');
  expect(history(100)).not.toContain('Show more');
});
