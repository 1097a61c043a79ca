import { Button } from '@mantine/core';
import { IconDownload, IconFileSearch, IconShieldCheck } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { AuditFilter, AuditFormat } from '../../../shared/calls/audit.ts';
import type { Output } from '../../../shared/contract.ts';
import { reportOf, type ErrorReport } from '../../../shared/errors.ts';
import { useCommands } from '../../ui/keys/commands.tsx';
import { useModel } from '../../data/model/model-context.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { ErrorStrip } from '../../ui/parts/states.tsx';
import { showDone } from '../../ui/parts/toasts.tsx';
import { AuditFilterBar, noFilter } from './audit-filter-bar.tsx';
import { AuditTable } from './audit-table.tsx';
import { SettingsHead } from '../../ui/parts/setting-parts.tsx';
import { useAuditTrail } from './use-audit-trail.ts';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';
import './audit-trail.css';

/** The audit trail of this data folder: browse, verify, export. */
export function AuditTrail(): ReactNode {
  const { data } = useModel();
  const { run } = useCommands();
  const [filter, setFilter] = useState<AuditFilter>(noFilter);
  const trail = useAuditTrail(filter);
  const [checked, setChecked] = useState<string | null>(null);
  const [error, setError] = useState<ErrorReport | null>(null);
  const attempt = (work: Promise<void>): void => {
    setError(null);
    work.catch((thrown: unknown) => {
      setError(reportOf(thrown));
    });
  };
  const verify = async (): Promise<void> => {
    // An earlier verdict must not stand beside a later one.
    setChecked(null);
    const verdict = verdictOf(await data.call('audit.verify'));
    setChecked(verdict.says);
    setError(verdict.error);
  };
  const save = async (format: AuditFormat): Promise<void> => {
    const { file, entries } = await data.call('audit.export', { format });
    if (file === null) return;
    showDone({ title: 'Audit trail saved', says: `${formatCountOf(entries, 'entry', 'entries')} in ${file}.` });
    trail.reload();
  };
  return (
    <div className="audit">
      <SettingsHead
        title="Audit trail"
        says="What was done with this computer’s copy, when, and by which account. It is encrypted and tamper-evident, and it is kept when a study is wiped."
      />
      <div className="audit-steps">
        <Button
          variant="default"
          leftSection={<Glyph of={IconShieldCheck} size={14} />}
          onClick={() => {
            attempt(verify());
          }}
        >
          Check the chain
        </Button>
        {(['csv', 'ndjson'] as const).map((format) => (
          <Button
            key={format}
            variant="default"
            leftSection={<Glyph of={IconDownload} size={14} />}
            onClick={() => {
              attempt(save(format));
            }}
          >
            Save as {format === 'csv' ? 'CSV' : 'NDJSON'}
          </Button>
        ))}
        <Button
          variant="default"
          leftSection={<Glyph of={IconFileSearch} size={14} />}
          onClick={() => {
            run('verify');
          }}
        >
          Verify a file…
        </Button>
        <span className="small t2" role="status">
          {checked}
        </span>
      </div>
      {error !== null && <ErrorStrip error={error} />}
      {trail.error !== null && <ErrorStrip error={trail.error} step={{ label: 'Try again', take: trail.reload }} />}
      <AuditFilterBar filter={filter} studies={trail.studies} onFilter={setFilter} />
      <AuditTable
        total={trail.total}
        entries={trail.entries}
        onShow={trail.show}
        onClear={() => {
          setFilter(noFilter);
        }}
      />
      <p className="small t3 audit-count num">
        {trail.total === null ? '' : `${formatCount(trail.total)} of ${formatCountOf(trail.of, 'entry', 'entries')}`}
      </p>
    </div>
  );
}

interface Verdict {
  /** Null if the chain is broken. */
  readonly says: string | null;
  readonly error: ErrorReport | null;
}

/** The result of a check of the chain: what it says, or the problem that it found. */
export function verdictOf({ entries, problem }: Output<'audit.verify'>): Verdict {
  if (problem !== null) return { says: null, error: { code: 'CORRUPT', message: problem } };
  return { says: `Intact: each of ${formatCountOf(entries, 'entry', 'entries')} follows from the one before.`, error: null };
}
