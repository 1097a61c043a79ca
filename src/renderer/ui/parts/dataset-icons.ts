import { IconActivity, IconFlask, IconPill, IconTarget, IconUsers, type Icon } from '@tabler/icons-react';
import type { DatasetName } from '../../../shared/datasets/declaration.ts';

export const datasetIcons: Readonly<Record<DatasetName, Icon>> = {
  subjects: IconUsers,
  medications: IconPill,
  labs: IconFlask,
  vitals: IconActivity,
  responses: IconTarget,
};
