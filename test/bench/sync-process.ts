import { json } from 'node:stream/consumers';
import { peakMemory } from './process-memory.ts';
import type { SyncJob, SyncMeasured } from './sync-job.ts';
import { syncLabs } from './sync-labs.ts';

/** Mirrors labs as the job on stdin says, and reports time and memory. */
const { service, path, key, seal, confirm } = (await json(process.stdin)) as SyncJob;
const target = { path, key: Buffer.from(key, 'hex'), seal };
const start = performance.now();
const state = await syncLabs(service, target, { confirm });
const ms = performance.now() - start;
process.stdout.write(JSON.stringify({ ms, peak: peakMemory(), state, seal: target.seal } satisfies SyncMeasured));
