import { IconActivity, IconFlask, IconPill, IconTarget, IconUsers, type Icon } from '@tabler/icons-react';
import type { DatasetName } from '../../shared/datasets/declaration.ts';

export const datasetIcons: Readonly<Record<DatasetName, Icon>> = {
  subjects: IconUsers,
  medications: IconPill,
  labs: IconFlask,
  vitals: IconActivity,
  responses: IconTarget,
};

/** One word a dataset, for rail, cards and sentences. */
export const datasetTitles: Readonly<Record<DatasetName, string>> = {
  subjects: 'Subjects',
  medications: 'Medications',
  labs: 'Labs',
  vitals: 'Vitals',
  responses: 'Responses',
};
