import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconDownload, IconFileImport, IconPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CheckRule } from '../../../shared/checks/check-rule.ts';
import { useAnnotations } from '../../data/calls/use-annotations.ts';
import type { LoadState } from '../../data/calls/use-call.ts';
import { recountChecks } from '../../data/model/actions.ts';
import { useModel } from '../../data/model/model-context.ts';
import { NewCheck } from '../../record/checks/new-check.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';
import { showDone, showFailure } from '../../ui/parts/toasts.tsx';
import { formatCountOf } from '../../../shared/format-count.ts';

/** Creates a user-defined check, and imports and exports all of them as a file. */
export function OwnChecks({ study }: { readonly study: string }): ReactNode {
  const { data, checks, annotated } = useModel();
  const own = useAnnotations(study, 'check-rule');
  const [writing, setWriting] = useState(false);
  const keep = async (rules: CheckRule[]): Promise<void> => {
    const { added, replaced } = await data.call('checks.keep', { study, rules });
    annotated.update((before) => before + 1);
    recountChecks({ checks });
    showDone({
      title: 'Checks imported',
      says: `${formatCountOf(added, 'check')} added${replaced === 0 ? '' : `, ${formatCountOf(replaced, 'check')} replaced`}.`,
    });
  };
  const open = (): void => {
    data
      .call('checks.open')
      .then(async (file) => (file === null ? undefined : keep(await data.call('checks.read', { study, ...file }))))
      .catch((error: unknown) => {
        showFailure('No checks were imported', error);
      });
  };
  const noneToSave = whyNoneToSave(own);
  const save = (): void => {
    if (own.data === null) return;
    data.call('checks.save', { study, rules: own.data.map(({ value }) => value) }).then(
      (file) => {
        if (file !== null) showDone({ title: 'Checks exported', says: file });
      },
      (error: unknown) => {
        showFailure('The checks were not exported', error);
      },
    );
  };
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<Glyph of={IconPlus} size={14} />}
        onClick={() => {
          setWriting(true);
        }}
      >
        New check…
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" aria-label="Check files">
            <Glyph of={IconDots} size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Glyph of={IconFileImport} size={14} />} onClick={open}>
            Import checks…
          </Menu.Item>
          <Menu.Item leftSection={<Glyph of={IconDownload} size={14} />} disabled={noneToSave !== null} onClick={save}>
            Export this study’s checks…{noneToSave !== null && <span className="menu-reason small t3">{noneToSave}</span>}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {writing && (
        <NewCheck
          study={study}
          dataset="labs"
          where={[]}
          onClose={() => {
            setWriting(false);
          }}
        />
      )}
    </>
  );
}

/** Why there are no checks to export; null if there are some. */
function whyNoneToSave({ data, error }: Pick<LoadState<readonly unknown[]>, 'data' | 'error'>): string | null {
  if (data === null) return error === null ? 'They are still loading.' : 'They could not be read.';
  return data.length === 0 ? 'This study has none of its own.' : null;
}
