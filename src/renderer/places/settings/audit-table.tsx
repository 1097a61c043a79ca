import { Skeleton } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { auditGroups, type ShownAuditEntry } from '../../../shared/calls/audit.ts';
import { formatExactMoment } from '../../ui/format/dates.ts';
import { Empty } from '../../ui/parts/states.tsx';

/** Row height in pixels, maximum visible rows, and rows rendered above and below the visible ones. */
const line = 32;
const most = 14;
const spare = 8;
const earlierSays = 'From an earlier audit trail restored from a backup';
const headings = ['No.', 'Time', 'About', 'What was done', 'Account'];

interface Props {
  readonly total: number | null;
  readonly entries: ReadonlyMap<number, ShownAuditEntry>;
  readonly onShow: (first: number, last: number) => void;
  readonly onClear: () => void;
}

/** Newest first and virtualized: only rows in or near the viewport are rendered. */
export function AuditTable({ total, entries, onShow, onClear }: Props): ReactNode {
  const [top, setTop] = useState(0);
  // Identified by hash, because each new entry shifts the positions.
  const [open, setOpen] = useState<string | null>(null);
  const lines = total ?? spare;
  const first = Math.max(0, Math.floor(top / line) - spare);
  const last = Math.min(lines - 1, Math.ceil(top / line) + most + spare);
  useEffect(() => {
    if (total !== null && total > 0) onShow(first, last);
  }, [onShow, first, last, total]);
  if (total === 0)
    return (
      <Empty
        icon={IconListSearch}
        title="No entry matches this filter"
        says="Remove a filter to see more."
        step={{ label: 'Show everything', take: onClear }}
      />
    );
  const opened = open === null ? undefined : entries.values().find(({ hash }) => hash === open);
  return (
    <>
      <div
        className="audit-box"
        role="grid"
        aria-label="Audit trail"
        aria-rowcount={total === null ? -1 : total + 1}
        aria-busy={total === null}
      >
        <div className="audit-columns audit-head" role="row" aria-rowindex={1}>
          {headings.map((heading) => (
            <span key={heading} role="columnheader">
              {heading}
            </span>
          ))}
        </div>
        <div
          className="audit-list"
          role="rowgroup"
          style={{ height: Math.min(lines, most) * line }}
          onScroll={(event) => {
            setTop(event.currentTarget.scrollTop);
          }}
        >
          <div role="presentation" style={{ height: lines * line }}>
            {Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place).map((place) => (
              <Line key={place} place={place} entry={entries.get(place)} open={open} onOpen={setOpen} />
            ))}
          </div>
        </div>
      </div>
      {opened !== undefined && <Detail key={opened.hash} entry={opened} />}
    </>
  );
}

function Line({
  place,
  entry,
  open,
  onOpen,
}: {
  readonly place: number;
  readonly entry: ShownAuditEntry | undefined;
  readonly open: string | null;
  readonly onOpen: (hash: string | null) => void;
}): ReactNode {
  const position = { top: place * line };
  if (entry === undefined)
    return (
      <div className="audit-columns audit-line" role="row" aria-rowindex={place + 2} style={position}>
        <span role="gridcell">
          <Skeleton height={9} width={180 + ((place * 7) % 60)} />
        </span>
      </div>
    );
  const isOpen = entry.hash === open;
  const toggle = (): void => {
    onOpen(isOpen ? null : entry.hash);
  };
  return (
    <div
      className="audit-columns audit-line"
      role="row"
      aria-rowindex={place + 2}
      aria-selected={isOpen}
      tabIndex={0}
      style={position}
      onClick={toggle}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        toggle();
      }}
    >
      <span role="gridcell" className="num t3" title={entry.earlier ? earlierSays : undefined}>
        {entry.earlier ? `(${String(entry.number)})` : entry.number}
      </span>
      <span role="gridcell" className="num">
        {formatExactMoment(entry.at)}
      </span>
      <span role="gridcell" className="t2">
        {auditGroups[entry.group]}
      </span>
      <span role="gridcell" title={entry.says}>
        {entry.says}
      </span>
      <span role="gridcell" className="t2" title={entry.actor}>
        {entry.actor}
      </span>
    </div>
  );
}

/** The whole entry as stored. It may open below the viewport and therefore scrolls into view. */
function Detail({ entry }: { readonly entry: ShownAuditEntry }): ReactNode {
  const show = useCallback((detail: HTMLElement | null) => {
    detail?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <dl className="audit-detail selectable" ref={show}>
      <dt>Entry {entry.number}</dt>
      <dd>{entry.says}</dd>
      {entry.earlier && (
        <>
          <dt>Trail</dt>
          <dd>{earlierSays}</dd>
        </>
      )}
      <dt>Time (UTC)</dt>
      <dd className="mono">{entry.at}</dd>
      <dt>Account</dt>
      <dd>{entry.actor}</dd>
      <dt>Stored as</dt>
      <dd className="mono">{entry.event}</dd>
      <dt>Link of the chain</dt>
      <dd className="mono">{entry.hash}</dd>
    </dl>
  );
}
