import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { checkNames, severities, type Severity } from '../../../shared/checks/data-checks.ts';
import { notJudgedLine, type NotJudgedCount, type NotJudgedLine } from '../../../shared/checks/not-judged.ts';
import { issueRules } from '../../../shared/issues.ts';
import { datasetIcons, Glyph } from '../../ui/parts/icon.tsx';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import type { CheckLine } from '../../../shared/calls/checks.ts';
import type { Output } from '../../../shared/contract.ts';
import { formatCount } from '../../../shared/format-count.ts';

interface IssueListProps {
  readonly items: readonly IssueItem[];
  readonly open: IssueItem | null;
  /** Whether there is a subject filter. It applies to data checks and skipped records, but not to interface deviations. */
  readonly isFiltered: boolean;
  readonly onOpen: (item: IssueItem) => void;
}

const kinds = ['check', 'interface', 'notJudged'] as const;
const headings = {
  check: 'In the values',
  interface: 'Deviations from the interface',
  notJudged: 'Skipped by some checks',
} as const;
const headingsFiltered = {
  check: 'In the values of these subjects',
  interface: `${headings.interface}, all subjects`,
  notJudged: `${headings.notJudged}, for these subjects`,
} as const;

/** Data checks, interface deviations, and records that some checks skip. */
export function IssueList({ items, open, isFiltered, onOpen }: IssueListProps): ReactNode {
  return (
    <nav className="issues-list" aria-label="Rules">
      {kinds.map((kind) => {
        const ofKind = items.filter((item) => item.kind === kind);
        return ofKind.length === 0 ? null : (
          <section key={kind} className="issues-kind">
            <h2>{(isFiltered ? headingsFiltered : headings)[kind]}</h2>
            {ofKind.map((item) => (
              <button
                key={item.id}
                type="button"
                className="issue-group"
                aria-current={item === open ? 'true' : undefined}
                onClick={() => {
                  onOpen(item);
                }}
              >
                <ItemWords item={item} />
              </button>
            ))}
          </section>
        );
      })}
    </nav>
  );
}

function ItemWords({ item }: { readonly item: IssueItem }): ReactNode {
  if (item.kind === 'check') {
    const { title, severity, dataset, open, records, owner } = item.line;
    return (
      <>
        <Glyph of={datasetIcons[dataset]} />
        <span className="issue-words">
          <span className="row">
            <b className="medium">{title}</b>
            {open > 0 && (
              <span className={`pill push ${severityPills[severity]}`} title={`${formatCount(open)} open`}>
                {formatCount(open)}
              </span>
            )}
            {open === 0 && <Glyph of={IconCheck} size={14} className="push issue-done" />}
          </span>
          <span className="small t2">
            {datasetTitles[dataset]}, {severity}
            {records === 0 && ', nothing found'}
            {records > open && `, ${formatCount(records - open)} of ${formatCount(records)} looked at`}
            {owner !== null && `, ${owner.name}`}
          </span>
        </span>
      </>
    );
  }
  if (item.kind === 'notJudged') {
    const { dataset, title, records } = item.line;
    return (
      <>
        <Glyph of={datasetIcons[dataset]} />
        <span className="issue-words">
          <span className="row">
            <b className="medium">{title}</b>
            <span className="num t3 push">{formatCount(records)}</span>
          </span>
          <span className="small t2">{datasetTitles[dataset]}</span>
        </span>
      </>
    );
  }
  const { dataset, path, count, rule, quarantined } = item.group;
  return (
    <>
      <Glyph of={datasetIcons[dataset]} />
      <span className="issue-words">
        <span className="row">
          <b className="medium">{datasetTitles[dataset]}</b>
          <span className="mono t3 clip">{path}</span>
          <span className="pill pill-warn push">{formatCount(count)}</span>
        </span>
        <span className="small t2">{issueRules[rule].says}</span>
        {quarantined && <span className="small issue-held">Stored but not shown in the dataset</span>}
      </span>
    </>
  );
}

/** One line of the list: a data check, an interface deviation, or records that some checks skip. */
export type IssueItem =
  | { readonly kind: 'check'; readonly id: string; readonly line: CheckLine }
  | { readonly kind: 'interface'; readonly id: string; readonly group: IssueGroup }
  | { readonly kind: 'notJudged'; readonly id: string; readonly line: NotJudgedLine };

/**
 * Lines of the list: data checks (those with open findings first, by severity, then in the order of `checkNames`), interface deviations,
 * and records that some checks skip.
 */
export function issueItems(
  lines: readonly CheckLine[],
  groups: readonly IssueGroup[],
  counted: readonly NotJudgedCount[],
): readonly IssueItem[] {
  const checks = lines
    .toSorted((left, right) => orderOf(left) - orderOf(right))
    .map((line): IssueItem => ({ kind: 'check', id: `check ${line.check} ${line.dataset}`, line }));
  return [
    ...checks,
    ...groups.map((group): IssueItem => ({ kind: 'interface', id: `interface ${group.dataset} ${group.rule} ${group.path}`, group })),
    ...counted.map((one): IssueItem => ({ kind: 'notJudged', id: `not judged ${one.dataset} ${one.lacking}`, line: notJudgedLine(one) })),
  ];
}

function orderOf({ open, severity, check }: CheckLine): number {
  const place = checkNames.findIndex((name) => name === check);
  // `place` is -1 for user-defined checks, so they come before built-in ones.
  return (open === 0 ? 1_000_000 : 0) + severities.indexOf(severity) * 1000 + place;
}

const severityPills: Readonly<Record<Severity, string>> = { critical: 'pill-danger', major: 'pill-warn', minor: 'pill-calm' };

/** Records that deviate from the interface in the same way, at the same path. */
export type IssueGroup = Output<'issues.summary'>[number];
