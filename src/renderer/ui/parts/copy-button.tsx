import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import type { CopiedRecords } from '../../../shared/calls/clipboard.ts';
import { copyRecords } from '../../data/model/copy-records.ts';
import { useModel } from '../../data/model/model-context.ts';
import { Glyph } from './icon.tsx';
import { showFailure } from './toasts.tsx';

interface Props {
  readonly text: string;
  readonly label: string;
  /** Of a text that holds records of a study: the audit trail notes them. */
  readonly records?: Omit<CopiedRecords, 'meant'>;
  readonly className?: string;
  /** It is what the dialog is for. */
  readonly emphasis?: boolean;
}

/** Copies through the main process, which clears the clipboard on lock if the text is still Carrel's. */
export function CopyButton({ text, label, records, className, emphasis = false }: Props): ReactNode {
  const model = useModel();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => {
      setCopied(false);
    }, 2000);
    return () => {
      clearTimeout(timer);
    };
  }, [copied]);
  const copy = (): void => {
    const copying =
      records === undefined
        ? model.data.call('clipboard.write', { text }).then(() => true)
        : copyRecords(model, text, records).then((done) => done !== null);
    copying.then(
      (done) => {
        setCopied(done);
      },
      (error: unknown) => {
        showFailure('Nothing was copied', error);
      },
    );
  };
  return (
    <Button
      size={emphasis ? 'md' : 'xs'}
      variant={emphasis ? 'filled' : 'subtle'}
      {...(className === undefined ? {} : { className })}
      onClick={copy}
      leftSection={<Glyph of={copied ? IconCheck : IconCopy} size={14} />}
    >
      {copied ? 'Copied' : label}
    </Button>
  );
}
