import type { Campaign } from './campaign.ts';
import { campaign as canary } from './canary/canary.ts';
import { campaign as disk } from './disk/disk.ts';
import { campaign as exports } from './exports/exports.ts';
import { campaign as faults } from './faults/faults.ts';
import { campaign as guards } from './guards/guards.ts';
import { campaign as ipc } from './ipc/ipc.ts';
import { campaign as kill } from './kill/kill.ts';
import { campaign as memory } from './memory/memory.ts';
import { campaign as mutants } from './mutants/mutants.ts';
import { campaign as power } from './power/power.ts';
import { campaign as publicData } from './public-data/public-data.ts';
import { campaign as readers } from './readers/readers.ts';
import { campaign as servers } from './servers/servers.ts';
import { campaign as shift } from './shift/shift.ts';
import { campaign as siteComparisons } from './site-looks/site-looks.ts';
import { campaign as tamper } from './tamper/tamper.ts';

/** All campaigns, by name. */
export const campaigns: readonly Campaign[] = [
  canary,
  disk,
  exports,
  faults,
  guards,
  ipc,
  kill,
  memory,
  mutants,
  power,
  publicData,
  readers,
  servers,
  shift,
  siteComparisons,
  tamper,
];
