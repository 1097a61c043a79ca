import { IconCalendarCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { datasets, type DatasetName } from '../../../shared/datasets/datasets.ts';
import { formatCalendarDay } from '../../ui/format/dates.ts';
import { useCommands } from '../../ui/keys/commands.tsx';
import { pluralWords } from '../../ui/parts/dataset-titles.ts';
import { Empty } from '../../ui/parts/states.tsx';

interface Props {
  readonly dataset: DatasetName;
  /** The data cut-off. */
  readonly date: string;
}

/** Empty state if every record is dated after the data cut-off. */
export function AllAfter({ dataset, date }: Props): ReactNode {
  const { run } = useCommands();
  return (
    <Empty
      icon={IconCalendarCheck}
      title={`All ${pluralWords(datasets[dataset])} are dated after the data cut-off`}
      says={`It is ${formatCalendarDay(date)} and applies to every table and chart of this study.`}
      step={{
        label: 'Change the data cut-off…',
        take: () => {
          run('cut-off');
        },
      }}
    />
  );
}
