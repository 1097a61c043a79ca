import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  // Each test opens a real window: one at a time, and no second try that would hide a failure.
  workers: 1,
  retries: 0,
  // The limits only end a test that hangs; they leave room for a machine that does other work.
  timeout: 900_000,
  expect: { timeout: 240_000 },
  reporter: 'list',
});
