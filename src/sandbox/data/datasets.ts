import type { Dataset } from './dataset.ts';
import { buildGroup } from './group.ts';
import { buildLabs } from './labs.ts';
import { buildMedications } from './medications.ts';
import { buildResponses } from './responses.ts';
import type { StudyData } from './study-data.ts';
import { buildVitals } from './vitals.ts';

/** The five kinds of data of the service (spec 1.2). */
export type DatasetName = 'subjects' | 'medications' | 'labs' | 'vitals' | 'responses';

/** What writes each dataset. */
export const BUILDERS: { readonly [name in DatasetName]: (study: StudyData) => Dataset } = {
  subjects: buildGroup,
  medications: buildMedications,
  labs: buildLabs,
  vitals: buildVitals,
  responses: buildResponses,
};
