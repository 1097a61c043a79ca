import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { openBench } from './bench.ts';
import { allLabs } from './requests.ts';
import { untilMirrored } from './steps.ts';
import { answerSaveDialog } from './window.ts';

const STUDY = '22-001';
const place = { x: 30, y: 40, width: 900, height: 700 };

test.describe.configure({ mode: 'serial' });

test.describe('closing the window', () => {
  const { folder, carrel, reopen } = openBench({ service: ['--subjects', '40', '--studies', STUDY], data: 'data' });

  test('asks while an export runs, and a person who waits gets the file', async () => {
    const { app, page } = carrel;
    await untilMirrored(page.getByRole('article', { name: `Study ${STUDY}` }));
    const path = join(folder.path, 'labs.xlsx');
    await answerSaveDialog(carrel, path);
    await app.evaluate(({ dialog }) => {
      dialog.showMessageBox = (...given: unknown[]) => {
        process.env['CARREL_TEST_ASKED'] = JSON.stringify(given.at(-1));
        return Promise.resolve({ response: 0, checkboxChecked: false });
      };
    });
    await page.evaluate(
      async (request) => {
        void window.carrel.call('export.start', { request, suggestedName: 'labs.xlsx' });
        while (((await window.carrel.call('export.running', undefined)) as { value?: unknown }).value === null)
          await new Promise((settle) => {
            setTimeout(settle, 1);
          });
      },
      { ...allLabs(STUDY), format: 'xlsx' },
    );
    const asked = await app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.close();
      return process.env['CARREL_TEST_ASKED'] ?? '';
    });
    expect(asked).toContain('An export is still running.');
    expect(asked).toContain('Cancel it and close');
    await expect.poll(() => existsSync(path)).toBe(true);
  });

  test('keeps its place for the next start', async () => {
    await carrel.app.evaluate(({ BrowserWindow }, bounds) => {
      BrowserWindow.getAllWindows()[0]?.setBounds(bounds);
    }, place);
    await carrel.close();
    expect(JSON.parse(await readFile(join(carrel.dataDir, 'preferences.json'), 'utf8'))).toMatchObject({ window: place });
    await reopen();
    const position = await carrel.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getPosition());
    expect(position).toEqual([place.x, place.y]);
  });
});
