import { Button, Modal } from '@mantine/core';
import { useState, type ClipboardEvent, type ReactNode } from 'react';
import type { Input } from '../../../shared/contract.ts';
import { useCall } from '../../data/calls/use-call.ts';
import { copyRecords } from '../../data/model/copy-records.ts';
import { useModel } from '../../data/model/model-context.ts';
import { Choice } from '../../ui/parts/controls.tsx';
import { CopyButton } from '../../ui/parts/buttons.tsx';
import { useFocusReturn } from '../../ui/parts/dialogs.tsx';
import { ErrorStrip } from '../../ui/parts/states.tsx';
import { showFailure } from '../../ui/parts/toasts.tsx';
import { formatCountOf } from '../../../shared/format-count.ts';
import { copiedCode } from './copied-code.ts';
import './code-dialog.css';

type Asked = Input<'view.code'>;

const languages: readonly (readonly [Asked['language'], string])[] = [
  ['python', 'Python'],
  ['r', 'R'],
  ['sql', 'SQL (DuckDB)'],
];
const files: readonly (readonly [Asked['file'], string])[] = [
  ['parquet', 'Parquet'],
  ['csv', 'CSV, exact'],
];

interface CodeDialogProps {
  readonly view: Omit<Asked, 'language' | 'file'>;
  /** "Labs" */
  readonly title: string;
  readonly onClose: () => void;
}

/** Shows code that reproduces the table from an export of all rows. */
export function CodeDialog({ view, title, onClose }: CodeDialogProps): ReactNode {
  useFocusReturn();
  const [language, setLanguage] = useState<Asked['language']>('python');
  const [file, setFile] = useState<Asked['file']>('parquet');
  const { data, error } = useCall('view.code', { ...view, language, file });
  const model = useModel();
  const records = copiedCode(view);
  // Wherever in the dialog the selection begins, it may reach into the code.
  const copySelected = (event: ClipboardEvent): void => {
    const selected = getSelection()?.toString() ?? '';
    if (records === null || selected === '') return;
    event.preventDefault();
    copyRecords(model, selected, records).catch((thrown: unknown) => {
      showFailure('Nothing was copied', thrown);
    });
  };
  return (
    <Modal opened onClose={onClose} title={`${title} as code`} size={820} padding={0} onCopy={copySelected}>
      {error !== null && <ErrorStrip error={error} />}
      <div className="dialog-body">
        <div className="row code-choices">
          <Choice label="Language" options={languages} value={language} onChange={setLanguage} />
          <Choice label="Input file" options={files} value={file} onChange={setFile} />
          {data !== null && <span className="small t2 push">{formatCountOf(data.rows, 'row')}</span>}
        </div>
        <p className="small t2">
          This code applies the filters, sort order, columns and headings of this table to an export of all its rows. It returns the rows
          shown here, or stops if the file is a different one. It contains the filter values and, for 50 to 200,000 rows, a digest of them.
        </p>
        <pre className="mono selectable code-text" tabIndex={0} aria-label="Code" aria-busy={data === null}>
          {data?.text}
        </pre>
      </div>
      <div className="dialog-bar">
        <Button variant="subtle" size="md" onClick={onClose}>
          Close
        </Button>
        {data !== null && <CopyButton text={data.text} label="Copy the code" {...(records === null ? {} : { records })} emphasis />}
      </div>
    </Modal>
  );
}
