import { Interrupted } from './command.ts';

/** Runs a script's main function. A failure is printed without a stack and ends with code 1, an interruption with 130. */
export async function runMain(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = error instanceof Interrupted ? 130 : 1;
  }
}
