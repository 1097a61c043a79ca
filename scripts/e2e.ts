import { runMain } from './runtime/run-main.ts';
import { runEndToEnd } from './test-runners.ts';

// Arguments are passed to Playwright: `npm run e2e -- --grep export`.
await runMain(async () => {
  const { passed, failures } = await runEndToEnd(process.argv.slice(2));
  process.stdout.write(`${passed} passed, ${failures.length} failed\n`);
  process.exitCode = failures.length > 0 ? 1 : 0;
});
