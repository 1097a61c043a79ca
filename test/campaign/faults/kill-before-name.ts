/** To be given to Node as `--import`: kills its own process when an export that is whole is about to take its name. */
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
