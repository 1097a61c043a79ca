import { runMain } from './runtime/run-main.ts';
import { runTool } from './runtime/tool.ts';

/** Builds main, engine, sandbox, preload and renderer into out/. */
export async function buildApplication(): Promise<void> {
  const code = await runTool('electron-vite', 'electron-vite', ['build', '--logLevel', 'warn']);
  if (code !== 0) throw new Error('The build failed. Its messages are above.');
}

if (import.meta.main) await runMain(buildApplication);
