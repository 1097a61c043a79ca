import { Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { type AuditFilter, type AuditGroup, auditGroups } from '../../../shared/calls/audit.ts';
import { DayInput } from '../../ui/parts/day-input.tsx';

export const noFilter: AuditFilter = { group: null, study: null, since: null, until: null, text: '' };

const groups = Object.entries(auditGroups) as [AuditGroup, string][];

interface Props {
  readonly filter: AuditFilter;
  readonly studies: readonly string[];
  readonly onFilter: (filter: AuditFilter) => void;
}

/** Filters the trail by group, study, days and text. */
export function AuditFilterBar({ filter, studies, onFilter }: Props): ReactNode {
  return (
    <div className="audit-filter">
      <Select
        aria-label="Entries about"
        w={150}
        value={filter.group ?? 'all'}
        allowDeselect={false}
        data={[{ value: 'all', label: 'Everything' }, ...groups.map(([value, label]) => ({ value, label }))]}
        onChange={(value) => {
          onFilter({ ...filter, group: groups.find(([name]) => name === value)?.[0] ?? null });
        }}
      />
      <Select
        aria-label="Study"
        w={150}
        value={filter.study ?? ''}
        allowDeselect={false}
        searchable={studies.length > 8}
        data={[{ value: '', label: 'All studies' }, ...studies.map((study) => ({ value: study, label: study }))]}
        onChange={(value) => {
          onFilter({ ...filter, study: value === '' ? null : value });
        }}
      />
      <div className="row">
        <DayInput
          aria-label="From this day"
          w={140}
          day={dayOf(filter.since)}
          onDay={(day) => {
            onFilter({ ...filter, since: startOfDay(day) });
          }}
        />
        <span className="small t3">to</span>
        <DayInput
          aria-label="To this day"
          w={140}
          day={dayOf(filter.until, -1)}
          onDay={(day) => {
            onFilter({ ...filter, until: endOfDay(day) });
          }}
        />
      </div>
      <TextInput
        aria-label="Search"
        placeholder="Search words, account, digest"
        className="audit-search"
        maxLength={200}
        value={filter.text}
        onChange={(event) => {
          onFilter({ ...filter, text: event.currentTarget.value });
        }}
      />
    </div>
  );
}

/** Start of a local day as an ISO time in UTC; null if the text is not a day. */
function startOfDay(text: string): string | null {
  const date = new Date(`${text}T00:00:00`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Start of the next local day, because `until` is exclusive. */
function endOfDay(text: string): string | null {
  const date = new Date(`${text}T00:00:00`);
  if (Number.isNaN(date.getTime())) return null;
  date.setDate(date.getDate() + 1);
  return date.toISOString();
}

/** The local day of a time, as YYYY-MM-DD. `before`: milliseconds to add first, -1 for an exclusive end. */
function dayOf(moment: string | null, before: 0 | -1 = 0): string {
  if (moment === null) return '';
  const date = new Date(new Date(moment).getTime() + before);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
