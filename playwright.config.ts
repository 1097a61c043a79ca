import { defineConfig } from '@playwright/test';
import { displayOfWorker } from './scripts/window-displays.ts';

const display = displayOfWorker(process.env);
if (display !== undefined) process.env.DISPLAY = display;

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  // Each worker opens real windows, on a display of its own where scripts/test-runners.ts made some; no second try would hide a failure.
  workers: 1,
  retries: 0,
  // The limits only end a test that hangs; in CI they leave room for a machine that does other work.
  timeout: 900_000,
  expect: { timeout: process.env.CI === undefined ? 15_000 : 240_000 },
  reporter: 'list',
});
