import { writeJson } from '../json.ts';
import { structure } from '../structure.ts';
import type { Dataset } from './dataset.ts';
import type { StudyData } from './study-data.ts';

/** The one Group of a study; `total` counts Groups, so it is 1 however many members there are (spec 2.5). */
export function buildGroup(study: StudyData): Dataset {
  const { subjects, left } = study.roster;
  const json = writeJson({
    resourceType: 'Group',
    identifier: [{ use: 'usual', system: structure('IDB.Protocol'), value: study.profile.number }],
    type: 'person',
    member: subjects.filter(({ id }) => !left.has(id)).map(({ id }) => ({ entity: { reference: `Patient/${id}` } })),
  });
  const record = { id: null, json };
  return { total: 1, records: (from, to) => [record].slice(from, to) };
}
