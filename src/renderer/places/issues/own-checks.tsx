import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconDownload, IconFileImport, IconPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CheckRule } from '../../../shared/checks/check-rule.ts';
import { mostRules } from '../../../shared/checks/rule-limits.ts';
import { AppError } from '../../../shared/errors.ts';
import { useAnnotate, useAnnotations } from '../../data/calls/use-annotations.ts';
import { useModel } from '../../data/model/model-context.ts';
import { NewCheck } from '../../record/checks/new-check.tsx';
import { formatCountOf } from '../../ui/format/numbers.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { showDone, showFailure } from '../../ui/parts/toasts.tsx';

/** Checks of somebody's own: a new one is written, and all of them are handed on and taken over as a file. */
export function OwnChecks({ study }: { readonly study: string }): ReactNode {
  const { data, checks } = useModel();
  const { write } = useAnnotate(study);
  const own = useAnnotations(study, 'check-rule');
  const [writing, setWriting] = useState(false);
  const rules = own.data ?? [];
  const keep = async (read: readonly CheckRule[]): Promise<void> => {
    const marks = new Map(rules.map(({ id, value }) => [value.id, id]));
    if (new Set([...marks.keys(), ...read.map(({ id }) => id)]).size > mostRules)
      throw new AppError(
        'USAGE',
        `A study keeps ${String(mostRules)} checks of its own; with these it would have more. Nothing was changed.`,
      );
    for (const rule of read) await write({ kind: 'check-rule', value: rule }, marks.get(rule.id));
    checks.update((before) => ({ ...before, marked: before.marked + 1 }));
    const replaced = read.filter(({ id }) => marks.has(id)).length;
    showDone({
      title: 'Checks imported',
      says: `${formatCountOf(read.length - replaced, 'check')} added${replaced === 0 ? '' : `, ${formatCountOf(replaced, 'check')} in the place of one with the same id`}.`,
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
  const save = (): void => {
    data.call('checks.save', { study, rules: rules.map(({ value }) => value) }).then(
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
          <ActionIcon variant="subtle" aria-label="Files of checks">
            <Glyph of={IconDots} size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Glyph of={IconFileImport} size={14} />} onClick={open}>
            Import checks…
          </Menu.Item>
          <Menu.Item leftSection={<Glyph of={IconDownload} size={14} />} disabled={rules.length === 0} onClick={save}>
            Export the checks of this study…
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
