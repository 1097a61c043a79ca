import type { Output } from '../../../shared/contract.ts';

/** Records that are other than described in the same way, at the same place. */
export type IssueGroup = Output<'issues.summary'>[number];
