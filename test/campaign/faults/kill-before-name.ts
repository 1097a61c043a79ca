/** For Node's `--import`: kills its own process when a complete export is about to get its name. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

for (const name of ['linkSync', 'renameSync'] as const) {
  const act: (from: fs.PathLike, to: fs.PathLike) => void = fs[name];
  fs[name] = (from, to) => {
    if (String(from).endsWith('.part')) process.kill(process.pid, 'SIGKILL');
    act(from, to);
  };
}
syncBuiltinESMExports();
