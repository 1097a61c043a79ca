import { Autocomplete, Select, Switch } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { defaultRecipient } from '../../../shared/protection.ts';
import type { Anchor } from '../../../shared/protection-schemas.ts';
import { useCall } from '../../data/calls/use-call.ts';
import { Choice } from '../../ui/parts/controls.tsx';
import { NewPassphrase } from '../../ui/parts/passphrases.tsx';
import { ExportLine } from './export-parts.tsx';
import { type ExportOptions, type ExportSubject, isLake } from './export-options.ts';
import { ProtectPreview } from './protect-preview.tsx';
import { type ProtectChoice, protectedAtFirst } from './protect-options.ts';
import { useVisitChoices } from '../../data/calls/use-visit-choices.ts';
import './protect.css';

interface Props {
  readonly subject: ExportSubject;
  readonly options: ExportOptions;
  readonly onChange: (change: Partial<ExportOptions>) => void;
}

/** Chooses whether and how an export is protected, and previews what it will contain. */
export function ProtectSection({ subject, options, onChange }: Props): ReactNode {
  const { protect } = options;
  const help = useId();
  const isUnprotected = options.format === 'ndjson' && !isLake(subject, options);
  const change = (changed: Partial<ProtectChoice>): void => {
    if (protect !== null) onChange({ protect: { ...protect, ...changed } });
  };
  return (
    <>
      <ExportLine label="Protect">
        <Switch
          className="protect-switch"
          label="Pseudonyms instead of subjects, days instead of dates"
          aria-describedby={help}
          withThumbIndicator={false}
          checked={protect !== null}
          disabled={isUnprotected}
          onChange={(event) => {
            onChange({ protect: event.currentTarget.checked ? protectedAtFirst : null });
          }}
        />
        <p id={help} className="small t2">
          {isUnprotected
            ? 'Records as sent by the service contain all names. Choose another format to protect them.'
            : 'Site staff and free text are left out. Pseudonyms hide who a subject is; they do not make records anonymous.'}
        </p>
      </ExportLine>
      {protect !== null && (
        <div className="protect">
          <Recipient protect={protect} onChange={change} />
          <DaysFrom study={subject.source.study} protect={protect} onChange={change} />
          <ProtectPreview
            subject={subject}
            options={options}
            protect={protect}
            onAllowed={(allowed) => {
              change({ allowed });
            }}
          />
          {!isLake(subject, options) && <Zip protect={protect} onChange={change} />}
        </div>
      )}
    </>
  );
}

interface PartProps {
  readonly protect: ProtectChoice;
  readonly onChange: (change: Partial<ProtectChoice>) => void;
}

function Recipient({ protect, onChange }: PartProps): ReactNode {
  const { data: known } = useCall('export.recipients');
  return (
    <Autocomplete
      className="protect-recipient"
      label="Recipient"
      description="Each recipient gets its own pseudonyms, the same in every export."
      inputWrapperOrder={['label', 'input', 'description']}
      placeholder={defaultRecipient}
      data={known ?? []}
      maxLength={80}
      comboboxProps={{ shadow: 'sm' }}
      value={protect.recipient}
      onChange={(recipient) => {
        onChange({ recipient });
      }}
    />
  );
}

const anchors = [
  ['first-record', 'First date'],
  ['baseline', 'Baseline'],
  ['reference', 'Reference date'],
  ['visit', 'A visit'],
] as const;

const anchorSays: Readonly<Record<Anchor['kind'], string>> = {
  'first-record': 'Day 1 is the subject’s first date in the study, in any dataset.',
  baseline: 'Day 1 is the day of the baseline assessment.',
  reference: 'Day 1 is the reference date imported for the subject, from the days menu on the subject page.',
  visit: 'Day 1 is the first date of this visit.',
};

function DaysFrom({ study, protect: { anchor }, onChange }: PartProps & { readonly study: string }): ReactNode {
  const visits = useVisits(study);
  const [first] = visits ?? [];
  const offered = first === undefined ? anchors.filter(([kind]) => kind !== 'visit') : anchors;
  return (
    <div className="protect-part">
      <span className="medium">Days from</span>
      <div className="row">
        <Choice
          label="Days from"
          options={anchor.kind === 'visit' ? anchors : offered}
          value={anchor.kind}
          onChange={(kind) => {
            if (kind !== 'visit') onChange({ anchor: { kind } });
            else if (first !== undefined) onChange({ anchor: { kind, label: first } });
          }}
        />
        {anchor.kind === 'visit' && (
          <Select
            className="protect-visit"
            aria-label="Visit"
            allowDeselect={false}
            searchable
            comboboxProps={{ shadow: 'sm' }}
            data={[...new Set([anchor.label, ...(visits ?? [])])]}
            value={anchor.label}
            onChange={(label) => {
              if (label !== null) onChange({ anchor: { kind: 'visit', label } });
            }}
          />
        )}
      </div>
      <p className="small t2">
        {anchorSays[anchor.kind]} The file says when its data was read: whoever compares several deliveries can tell about when new records
        were made.
      </p>
    </div>
  );
}

function Zip({ protect: { encrypted }, onChange }: PartProps): ReactNode {
  return (
    <div className="protect-part">
      <span className="medium">The file is a zip</span>
      <Choice
        label="Zip"
        options={[
          ['encrypted', 'Encrypted'],
          ['open', 'Not encrypted'],
        ]}
        value={encrypted ? 'encrypted' : 'open'}
        onChange={(zip) => {
          onChange({ encrypted: zip === 'encrypted', passphrase: null });
        }}
      />
      {encrypted && (
        <div className="protect-pair">
          <NewPassphrase
            label="Passphrase of the zip"
            leaves
            onChange={(passphrase) => {
              onChange({ passphrase });
            }}
          />
        </div>
      )}
    </div>
  );
}

/** Most assessment names that are offered. */
const most = 100;
const everywhere = { where: [], search: '', subjects: null, chosen: null };

/** The visits of a study in order, followed by other assessment names, most frequent first; null while loading. */
function useVisits(study: string): readonly string[] | null {
  const asked = { study, search: '', limit: most };
  const visits = useVisitChoices(study, 0);
  const responses = useCall('column.values', { ...asked, selection: { dataset: 'responses', ...everywhere }, column: 'assessment' });
  if ([visits, responses].some(({ data, error }) => data === null && error === null)) return null;
  const names = [...(visits.data?.visits ?? []), ...(responses.data?.values.map(({ value }) => value ?? '') ?? [])];
  return [...new Set(names)].filter((name) => name !== '');
}
