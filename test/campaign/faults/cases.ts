import { bareEnvironmentCases } from './bare-environment.ts';
import { bodyCases } from './body.ts';
import { clockCases } from './clock.ts';
import { exportCases } from './export.ts';
import type { FaultCase } from './fault-case.ts';
import { journalCases } from './journals.ts';
import { keyCases } from './keys.ts';
import { largeGroupCases } from './large-groups.ts';
import { linkCases } from './links.ts';
import { lockCases } from './locks.ts';
import { pacingCases } from './pacing.ts';
import { pagingCases, severalDatasetsCases } from './paging.ts';
import { readOnlyFolderCases } from './read-only-folder.ts';
import { recordCases } from './records.ts';
import { redirectCases } from './redirects.ts';
import { secureLineCases } from './secure-lines.ts';
import { statusCases } from './status.ts';
import { storeCases } from './store.ts';
import { swapCases } from './swaps.ts';
import { timingCases } from './timing.ts';
import { tokenRefusalCases } from './token-refusals.ts';
import { tokenCases } from './token.ts';
import { versionCases } from './versions.ts';
import { wholeSetCases } from './whole-sets.ts';
import { wrongClockCases } from './wrong-clock.ts';

/** All cases of the table of faults in docs/reliability.md, in the order of its rows. */
export const faultCases: readonly FaultCase[] = [
  ...tokenCases,
  ...statusCases,
  ...timingCases,
  ...bodyCases,
  ...recordCases,
  ...linkCases,
  ...pagingCases,
  ...severalDatasetsCases,
  ...wholeSetCases,
  ...redirectCases,
  ...secureLineCases,
  ...storeCases,
  ...journalCases,
  ...lockCases,
  ...keyCases,
  ...versionCases,
  ...exportCases,
  ...clockCases,
  ...swapCases,
  ...pacingCases,
  ...wrongClockCases,
  ...readOnlyFolderCases,
  ...tokenRefusalCases,
  ...bareEnvironmentCases,
  ...largeGroupCases,
];
