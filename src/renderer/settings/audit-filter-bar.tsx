import { Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { auditGroups, type AuditFilter, type AuditGroup } from '../../shared/calls/audit.ts';
import { dayOf, endOfDay, startOfDay } from './local-day.ts';

export const noFilter: AuditFilter = { group: null, study: null, since: null, until: null, text: '' };

const groups = Object.entries(auditGroups) as [AuditGroup, string][];

interface Props {
  readonly filter: AuditFilter;
  readonly studies: readonly string[];
  readonly onFilter: (filter: AuditFilter) => void;
}

/** Narrows the trail by what it is about, study, days and text. */
export function AuditFilterBar({ filter, studies, onFilter }: Props): ReactNode {
  return (
    <div className="audit-filter">
      <Select
        aria-label="What it is about"
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
      <TextInput
        aria-label="From this day"
        type="date"
        w={140}
        value={dayOf(filter.since)}
        onChange={(event) => {
          onFilter({ ...filter, since: startOfDay(event.currentTarget.value) });
        }}
      />
      <span className="small t3">to</span>
      <TextInput
        aria-label="To this day"
        type="date"
        w={140}
        value={dayOf(filter.until, -1)}
        onChange={(event) => {
          onFilter({ ...filter, until: endOfDay(event.currentTarget.value) });
        }}
      />
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
