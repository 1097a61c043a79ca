import type { CheckLine } from '../../../shared/calls/checks.ts';
import { checkNames } from '../../../shared/data-checks.ts';
import type { IssueGroup } from './issue-group.ts';

/** One line of the list of issues: what a check of the values found, or records that are other than the interface describes. */
export type IssueItem =
  | { readonly kind: 'check'; readonly id: string; readonly line: CheckLine }
  | { readonly kind: 'interface'; readonly id: string; readonly group: IssueGroup };

/** The lines of the checks in the order in which they are explained, those that were looked at last; then those of the interface. */
export function issueItems(lines: readonly CheckLine[], groups: readonly IssueGroup[]): readonly IssueItem[] {
  const checks = lines
    .toSorted(
      (left, right) =>
        Number(left.open === 0) - Number(right.open === 0) || checkNames.indexOf(left.check) - checkNames.indexOf(right.check),
    )
    .map((line): IssueItem => ({ kind: 'check', id: `check ${line.check} ${line.dataset}`, line }));
  return [
    ...checks,
    ...groups.map((group): IssueItem => ({ kind: 'interface', id: `interface ${group.dataset} ${group.rule} ${group.path}`, group })),
  ];
}
