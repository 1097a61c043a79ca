import { isPatient, subjectOf } from '../derive/references.ts';
import * as common from './common-columns.ts';
import { defineDataset } from './declaration.ts';

const { sections } = common;

/** The subjects of a study: one row for each member of its Group (spec 2.5). */
export const subjects = defineDataset({
  name: 'subjects',
  title: 'Subjects',
  singular: 'subject',
  version: 1,
  endpoint: { path: '/svc-apim/external/v2/crit/svc/api/Group', category: null },
  resourceType: 'Group',
  domain: 'DM',
  key: 'subject',
  repeated: 'member[]',
  described: ['resourceType'],
  defaultSort: ['subject'],
  indexes: [],
  columns: [
    {
      name: 'subject', kind: 'text', plain: 'Subject', sdtm: 'SUBJID', width: 140, section: sections.subject, shown: true, required: true,
      help: 'Subject study identifier, always text: leading zeros count. May be another numbering than in the records.',
      paths: ['member[].entity.reference'], read: subjectOf, check: { rule: 'unexpected-value', holds: isPatient },
    },
    { ...common.uniqueSubjectColumn, shown: true },
    {
      name: 'study', kind: 'text', plain: 'Study', sdtm: 'STUDYID', width: 110, section: sections.rest, shown: true, shared: true, required: true, categorical: true,
      help: "The service's study number, by which the data were asked for.",
      paths: ['identifier[].value'],
    },
    {
      name: 'group_type', kind: 'text', plain: 'Group type', sdtm: null, width: 110, section: sections.rest, shown: false, categorical: true, shared: true,
      help: 'What the Group consists of; always "person".',
      paths: ['type'], expected: ['person'],
    },
    {
      name: 'identifier_use', kind: 'text', plain: 'Identifier use', sdtm: null, width: 120, section: sections.rest, shown: false, categorical: true, shared: true,
      help: 'How the identifier of the Group is used; always "usual".',
      paths: ['identifier[].use'], expected: ['usual'],
    },
    { ...common.identifierSystem, check: { rule: 'unexpected-value', holds: common.endsWithFragment('IDB.Protocol') } },
  ],
});
