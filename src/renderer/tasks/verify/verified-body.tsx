import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconHistory,
  IconInfoCircle,
  IconQuestionMark,
  IconShieldCheck,
  type Icon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { VerifiedFile, Verdict } from '../../../shared/calls/verify.ts';
import type { Output } from '../../../shared/contract.ts';
import { generationOf, sayCurrency, sayRemarks, sayRows, sayVerdict, type Currency } from '../../../shared/verified-words.ts';
import { formatMoment, formatCalendarDay } from '../../ui/format/dates.ts';
import { formatSize } from '../../ui/format/numbers.ts';
import { usePlace } from '../../data/model/model-context.ts';
import { changesPlace } from '../../data/model/place.ts';
import { CopyButton } from '../../ui/parts/buttons.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';
import { exportFormats } from '../../../shared/export-formats.ts';
import { formatChoices, offeredAs } from '../../record/export/format-choices.ts';
import { listed } from '../../ui/parts/as-of.ts';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import { formatCountOf } from '../../../shared/format-count.ts';

interface Props {
  readonly file: Output<'verify.start'>;
  readonly currency: Currency | null;
  readonly onClose: () => void;
}

/** The verdict, facts about the file, and whether the cache has newer data. */
export function VerifiedBody({ file, currency, onClose }: Props): ReactNode {
  return (
    <div className="dialog-body">
      <VerdictHead file={file} />
      <dl className="verify-facts">
        <div>
          <dt className="t2">File</dt>
          <dd className="row verify-name">
            <span className="mono selectable file-name">{file.name}</span>
            <span className="t2 num">{formatSize(file.bytes)}</span>
          </dd>
        </div>
        {factsOf(file).map(([name, says]) => (
          <div key={name}>
            <dt className="t2">{name}</dt>
            <dd className="selectable">{says}</dd>
          </div>
        ))}
        <div>
          <dt className="t2">SHA-256</dt>
          <dd className="row">
            <span className="mono clip" title={file.sha256}>
              {file.sha256}
            </span>
            <CopyButton text={file.sha256} label="Copy" />
          </dd>
        </div>
      </dl>
      {currency !== null && file.known?.what === 'export' && (
        <CurrencyNote currency={currency} study={file.known.study} onClose={onClose} />
      )}
      {sayRemarks(file, file.trail).map((says) => (
        <p key={says} className="note note-warn">
          <Glyph of={IconAlertTriangle} />
          <span>{says}</span>
        </p>
      ))}
    </div>
  );
}

const heads: Readonly<Record<Verdict, { readonly icon: Icon; readonly title: string }>> = {
  unchanged: { icon: IconShieldCheck, title: 'Unchanged' },
  changed: { icon: IconAlertTriangle, title: 'Changed' },
  unknown: { icon: IconQuestionMark, title: 'Unknown here' },
};

function VerdictHead({ file }: { readonly file: VerifiedFile }): ReactNode {
  const rows = sayRows(file);
  const { icon, title } = heads[file.verdict];
  return (
    <div className={`verify-verdict verify-${file.verdict}`} role="status">
      <span className="verify-sign">
        <Glyph of={icon} size={20} />
      </span>
      <div>
        <h2>{title}</h2>
        <p className="t2">{sayVerdict(file, formatMoment)}</p>
        {rows !== null && <p className="t2">{rows}</p>}
      </div>
    </div>
  );
}

function CurrencyNote({
  currency,
  study,
  onClose,
}: {
  readonly currency: Currency;
  readonly study: string;
  readonly onClose: () => void;
}): ReactNode {
  const { go } = usePlace();
  const icon = currency.current === null ? IconInfoCircle : currency.current ? IconCircleCheck : IconHistory;
  return (
    <div className={`note note-info verify-currency ${currency.current === true ? 'verify-current' : ''}`}>
      <Glyph of={icon} />
      <div>
        <p>{sayCurrency(currency, study)}</p>
        {currency.current === false && (
          <Button
            size="xs"
            onClick={() => {
              onClose();
              go(changesPlace(study, generationOf(currency.datasets)));
            }}
          >
            See what changed
          </Button>
        )}
      </div>
    </div>
  );
}

/** What the audit trail says about a file, as labels and values; empty if it does not know the file. */
function factsOf({ verdict, known, datasets }: VerifiedFile): readonly (readonly [name: string, says: string])[] {
  if (known === null) return [];
  const made = `${formatMoment(known.at)}, by ${known.by}`;
  switch (known.what) {
    case 'export': {
      const names = datasets.length > 0 ? datasets.map(({ dataset }) => dataset) : known.dataset === null ? [] : [known.dataset];
      const from = names.length === 0 ? 'Several datasets' : listed(names.map((name) => datasetTitles[name]));
      return [
        ['Export of', `${from}, ${known.study}`],
        // What a changed file contains is unknown.
        [verdict === 'changed' ? 'Contained' : 'Holds', `${formatCountOf(known.rows, 'row')}, ${formatCountOf(known.columns, 'column')}`],
        ['Format', formatTitle(known.format)],
        ...(known.recipient === null ? [] : [['Pseudonyms for', known.recipient] as const]),
        ['Made', made],
      ];
    }
    case 'site-pack':
      return [
        ['Site pack of', known.study],
        ['Opens until', formatCalendarDay(known.expires)],
        [known.taken ? 'Taken in' : 'Made', made],
      ];
    case 'audit-trail':
      return [
        ['Audit trail', formatCountOf(known.entries, 'entry', 'entries')],
        ['Saved', made],
      ];
  }
}

/** Title as in the export dialog, except for charts and profiles, which are not exported there. */
function formatTitle(name: string): string {
  if (name === 'png-chart') return 'Chart, as an image (PNG)';
  if (name === 'pdf-profile') return 'Profile of a subject (PDF)';
  if (name === 'svg-chart') return 'Chart, as a drawing (SVG)';
  const format = exportFormats.find((one) => one === name);
  return formatChoices.find((choice) => format !== undefined && choice.format === offeredAs(format))?.title ?? name;
}
