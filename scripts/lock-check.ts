import { judgeInputs } from './package/judge-inputs.ts';
import { runMain } from './runtime/run-main.ts';

/** Checks what a build takes from outside. Exit code 1 if anything is wrong. */
await runMain(async () => {
  const complaints = await judgeInputs();
  for (const complaint of complaints) process.stderr.write(`${complaint}\n`);
  process.exitCode = complaints.length === 0 ? 0 : 1;
});
