import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { reportOf, type ErrorReport } from '../../../shared/errors.ts';
import type { LogEvent, LogLine } from '../../../shared/log-event.ts';
import { useCall } from '../../data/calls/use-call.ts';
import { formatShortMoment } from '../../ui/format/dates.ts';
import { useModel } from '../../data/model/model-context.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { ErrorStrip } from '../../ui/parts/states.tsx';
import { showDone } from '../../ui/parts/toasts.tsx';
import { SettingsGroup, SettingsLine } from '../../ui/parts/setting-parts.tsx';
import './diagnostics.css';

const words: Readonly<Record<LogEvent['event'], string>> = {
  started: 'Started',
  opened: 'Unlocked',
  locked: 'Locked',
  'call-failed': 'A step failed',
  'process-gone': 'A process ended',
  'sync-ended': 'Sync ended',
  'page-gone': 'The page ended',
  failure: 'Failure',
  ended: 'Ended',
};

/** The log of Carrel, and a diagnostics file for support. */
export function Diagnostics(): ReactNode {
  const { data } = useModel();
  const log = useCall('diagnostics.log');
  const [error, setError] = useState<ErrorReport | null>(null);
  const problem = error ?? log.error;
  const save = async (): Promise<void> => {
    const { file } = await data.call('diagnostics.save');
    if (file !== null) showDone({ title: 'Diagnostics saved', says: `${file} contains no studies, records or addresses.` });
  };
  const lines = log.data ?? [];
  return (
    <SettingsGroup title="Diagnostics">
      <SettingsLine
        title="A file for support"
        says={
          <>
            Versions, settings, sizes and this log. No study numbers, records, addresses or names.
            {problem !== null && <ErrorStrip error={problem} />}
          </>
        }
      >
        <Button
          variant="default"
          leftSection={<Glyph of={IconDownload} size={14} />}
          onClick={() => {
            setError(null);
            save().catch((thrown: unknown) => {
              setError(reportOf(thrown));
            });
          }}
        >
          Save diagnostics…
        </Button>
      </SettingsLine>
      <div className="log-lines selectable" tabIndex={0} role="log" aria-label="Log, newest first">
        {lines.length === 0 && <p className="small t2">The log is empty.</p>}
        {lines.map((line, place) => (
          <LogRow key={`${line.at} ${String(place)}`} line={line} />
        ))}
      </div>
    </SettingsGroup>
  );
}

function LogRow({ line: { at, entry } }: { readonly line: LogLine }): ReactNode {
  const { event, ...details } = entry;
  return (
    <div className="log-line">
      <span className="num t3">{formatShortMoment(at)}</span>
      <span>{words[event]}</span>
      <span className="t2">
        {Object.entries(details)
          .filter(([, value]) => value !== null)
          .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(' < ') : String(value)}`)
          .join(' · ')}
      </span>
    </div>
  );
}
