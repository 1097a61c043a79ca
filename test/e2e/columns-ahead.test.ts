import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { namesIn } from '../../src/core/platform/files.ts';
import { openBench } from './bench.ts';
import { findProcess } from './processes.ts';
import { untilMirrored } from './steps.ts';
import { expectQuiet } from './window.ts';

test.describe.configure({ mode: 'serial' });

test.describe('a first sync of many labs', () => {
  // A second for each answer: a round of pages takes far longer than the columns.
  const { carrel, folder } = openBench({
    service: ['--subjects', '40', '--labs', '32000', '--page-size', '500', '--latency', '1000', '--studies', '22-001'],
  });
  const columns = (): readonly string[] =>
    namesIn(join(folder.path, 'studies')).flatMap((name) => /-(?:ahead|columns)-\w+$/.exec(name)?.[0] ?? []);

  test('has their columns on disk before they are shown, and complete ones afterwards', async () => {
    test.setTimeout(240_000);
    const card = carrel.page.getByRole('article', { name: 'Study 22-001' });
    await expect.poll(columns, { timeout: 120_000 }).toEqual(['-ahead-labs']);
    await expect(card.getByText('Ready for offline', { exact: true })).toHaveCount(0);
    await untilMirrored(card);
    await expect.poll(columns, { timeout: 60_000 }).toEqual(['-columns-labs']);
    await expect.poll(() => findProcess(carrel, 'Carrel preparer'), { timeout: 60_000 }).toBeNull();
    expectQuiet(carrel);
  });
});
