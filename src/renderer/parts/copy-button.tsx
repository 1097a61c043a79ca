import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useModel } from '../model/model-context.ts';
import { Glyph } from './icon.tsx';

/** Copies through the main process, which clears the clipboard on lock if the text is still Carrel's. */
export function CopyButton({
  text,
  label,
  className,
}: {
  readonly text: string;
  readonly label: string;
  readonly className?: string;
}): ReactNode {
  const { data } = useModel();
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
    data.call('clipboard.write', { text }).then(
      () => {
        setCopied(true);
      },
      () => {
        setCopied(false);
      },
    );
  };
  return (
    <Button
      size="xs"
      variant="subtle"
      {...(className === undefined ? {} : { className })}
      onClick={copy}
      leftSection={<Glyph of={copied ? IconCheck : IconCopy} size={14} />}
    >
      {copied ? 'Copied' : label}
    </Button>
  );
}
