import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RXNORM_SYSTEM, STRUCTURE_BASE } from '../../../src/sandbox/structure.ts';
import { resources, startService, STUDIES, type Bundle, type Service } from './service.ts';

type Resource = Bundle['entry'][number]['resource'];

let service: Service;
let medications: readonly Resource[];
beforeAll(async () => {
  service = await startService();
  medications = await resources(service, '22-001', 'medications');
});
afterAll(() => service.sandbox.close());

describe('medication statements (spec 2.1)', () => {
  test('have fixed values, valueCode extensions and one identifier', () => {
    for (const one of medications) {
      expect(one.extension).toEqual([
        { url: `${STRUCTURE_BASE}#IDB.Protocol`, valueCode: '22-001' },
        { url: `${STRUCTURE_BASE}#SponsorID`, valueCode: 'SPN-2201-02' },
        { url: `${STRUCTURE_BASE}#MetadataRuleDef`, valueCode: expect.stringMatching(/^\d+: [^:]+(, \d+: [^:]+)*$/) },
      ]);
      expect(one.identifier).toEqual([{ use: 'official', system: STRUCTURE_BASE, value: expect.stringMatching(/^\d+-drug_exposure$/) }]);
      expect([one.resourceType, one.status]).toEqual(['MedicationStatement', 'unknown']);
      expect(one.subject.reference).toMatch(/^Patient\/\d{4}$/);
    }
    expect(new Set(medications.map((one) => one.identifier[0].value)).size).toBe(medications.length);
  });

  test('have the RxNorm label as code, display and text', () => {
    for (const { medicationCodeableConcept: drug } of medications) {
      expect(drug.coding).toEqual([{ system: RXNORM_SYSTEM, code: drug.text, display: drug.text }]);
    }
  });

  test('have starts without offset, and ends never before the start, about a third of them missing', () => {
    const ended = medications.filter((one) => one.effectivePeriod.end !== undefined);
    expect(ended.length / medications.length).toBeGreaterThan(0.5);
    expect(ended.length / medications.length).toBeLessThan(0.8);
    expect(ended.filter((one) => one.effectivePeriod.end < one.effectivePeriod.start)).toEqual([]);
    for (const { effectivePeriod } of medications) expect(effectivePeriod.start).toMatch(/^202[456]-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    expect(ended.every((one) => one.effectivePeriod.end < '2026-11-01')).toBe(true);
  });

  test('miss each part of the dosage at times, but never the unit', () => {
    const present = (read: (dosage: Resource) => unknown): Set<boolean> =>
      new Set(medications.map((one) => read(one.dosage[0]) !== undefined));
    const both = new Set([true, false]);
    expect(present((dosage) => dosage.text)).toEqual(both);
    expect(present((dosage) => dosage.route)).toEqual(both);
    expect(present((dosage) => dosage.method)).toEqual(both);
    expect(present((dosage) => dosage.doseAndRate[0].doseQuantity.value)).toEqual(both);
    expect(present((dosage) => dosage.doseAndRate[0].rateQuantity)).toEqual(both);
    expect(present((dosage) => dosage.doseAndRate[0].doseQuantity.unit)).toEqual(new Set([true]));
  });
});

describe('the group (spec 2.5)', () => {
  test.each([
    ['22-001', 64],
    ['23-014', 40],
    ['24-006', 18],
  ] as const)('%s is one Group of %i members', async (study, members) => {
    const [group, ...further] = await resources(service, study, 'subjects');
    expect(further).toEqual([]);
    expect(Object.keys(group)).toEqual(['resourceType', 'identifier', 'type', 'member']);
    expect(group.identifier).toEqual([{ use: 'usual', system: `${STRUCTURE_BASE}#IDB.Protocol`, value: study }]);
    expect(group.type).toBe('person');
    expect(new Set(group.member.map((one: Resource) => one.entity.reference)).size).toBe(members);
    expect(group.member.length).toBe(members);
  });

  test.each(STUDIES)('%s: every subject with data is a member, and some members have no data', async (study) => {
    const members = new Set((await resources(service, study, 'subjects'))[0].member.map((one: Resource) => one.entity.reference));
    const seen = new Set<string>();
    for (const dataset of ['medications', 'labs', 'vitals', 'responses'] as const) {
      for (const one of await resources(service, study, dataset)) seen.add(one.subject.reference);
    }
    expect([...seen].filter((subject) => !members.has(subject))).toEqual([]);
    expect(seen.size).toBeLessThan(members.size);
  });

  test('subject ids are text: leading zeros, and in one study the study number in front', async () => {
    const first = async (study: string): Promise<string> => (await resources(service, study, 'subjects'))[0].member[0].entity.reference;
    expect([await first('22-001'), await first('24-006')]).toEqual(['Patient/0001', 'Patient/24-006-0001']);
  });
});
