import { runMain } from './runtime/run-main.ts';
import { runEndToEnd } from './test-runners.ts';

// Arguments go to Playwright: `npm run e2e -- --grep export`.
await runMain(async () => {
  const { passed, failed } = await runEndToEnd(process.argv.slice(2));
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
});
