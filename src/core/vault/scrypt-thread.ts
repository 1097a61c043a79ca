import { parentPort, workerData } from 'node:worker_threads';
import { scryptKey, type ScryptTask } from './scrypt.ts';

const task = workerData as ScryptTask;
try {
  const key = Uint8Array.from(await scryptKey(task));
  parentPort?.postMessage(key, [key.buffer]);
} finally {
  task.passphrase.fill(0);
}
