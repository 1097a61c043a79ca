import type { DatasetName } from '../../../src/shared/datasets/datasets.ts';

const structure = 'https://example.org/structures';

/** One resource per dataset as section 2 of the specification describes it; text, because the digits of numbers matter. */
export const sampleResources: Readonly<Record<DatasetName, string>> = {
  medications: `{
    "resourceType": "MedicationStatement", "id": "m-1",
    "extension": [
      { "url": "${structure}#IDB.Protocol", "valueCode": "22-001" },
      { "url": "${structure}#SponsorID", "valueCode": "SPN-2201-02" },
      { "url": "${structure}#MetadataRuleDef", "valueCode": "12:Mapped, with care,13:Dose rounded" }
    ],
    "identifier": [{ "use": "official", "system": "${structure}", "value": "4711-drug_exposure" }],
    "status": "unknown",
    "medicationCodeableConcept": {
      "coding": [{ "system": "http://www.nlm.nih.gov/research/umls/rxnorm", "code": "ondansetron 8 MG", "display": "ondansetron 8 MG Oral Tablet" }],
      "text": "ondansetron 8 MG tablet"
    },
    "subject": { "reference": "Patient/0012" },
    "effectivePeriod": { "start": "2025-09-12T07:55:00", "end": "2025-09-14T00:00:00" },
    "note": [{ "text": "EHR prescription" }],
    "dosage": [{
      "text": "1 tablet twice daily", "route": { "text": "Oral" }, "method": { "text": "8 mg" },
      "doseAndRate": [{ "doseQuantity": { "value": 8.0, "unit": "mg" }, "rateQuantity": { "unit": "mg/h" } }]
    }]
  }`,
  labs: `{
    "resourceType": "Observation", "id": "7d41c0e2",
    "extension": [{ "url": "${structure}#IDB.Protocol", "valueString": "22-001" }, { "url": "${structure}#SponsorID", "valueString": "SPN-2201-02" }],
    "identifier": [{ "system": "${structure}#LAB_RESULTS.LR_RESULT_GUID", "value": "7d41c0e2" }],
    "status": "final",
    "category": [{ "coding": [{ "system": "http://example.org/category", "code": "laboratory", "display": "Laboratory" }], "text": "Laboratory" }],
    "code": { "coding": [{ "system": "http://example.org/codes", "code": "1001742", "display": "ALT coded" }], "text": "ALT (SGPT)" },
    "subject": { "reference": "Patient/0012" },
    "encounter": { "display": "C2D1" },
    "effectiveDateTime": "2025-10-03T08:04:00",
    "issued": "2025-10-03T08:04:00-05:00",
    "performer": [{ "display": "Practitioner/8841" }],
    "valueQuantity": { "value": 62.10, "unit": "U/L" },
    "referenceRange": [{ "text": "7 - 56" }]
  }`,
  vitals: `{
    "resourceType": "Observation", "id": "v-1",
    "extension": [{ "url": "${structure}#IDB.Protocol", "valueString": "22-001" }, { "url": "${structure}#SponsorID", "valueString": "SPN-2201-02" }],
    "identifier": [{ "system": "${structure}#LAB_RESULTS.LR_RESULT_GUID", "value": "v-1" }],
    "status": "final",
    "category": [{ "coding": [{ "system": "http://example.org/category", "code": "vital-signs", "display": "Vital Signs" }], "text": "Vital Signs" }],
    "code": { "coding": [{ "system": "http://example.org/vitals", "code": "", "display": "Weight (kilograms)" }], "text": "Weight (kilograms)" },
    "subject": { "reference": "Patient/0012" },
    "encounter": { "display": "C2D1" },
    "effectiveDateTime": "2025-10-03T08:04:00",
    "issued": "2025-10-04T01:00:00+00:00",
    "performer": [{ "display": "Practitioner/8841" }],
    "valueQuantity": { "value": 71.5, "unit": "kg", "system": "http://example.org/units" }
  }`,
  responses: `{
    "resourceType": "DiagnosticReport",
    "extension": [
      { "url": "${structure}#IDB.Protocol", "valueString": "22-001" },
      { "url": "${structure}#SponsorId", "valueString": "SPN-2201-02" },
      { "url": "${structure}#CaseId", "valueInteger": 501 },
      { "url": "${structure}#TrialName", "valueString": "22001" },
      { "url": "${structure}#TrialArmName", "valueString": "RECIST 1.1" },
      { "url": "${structure}#RevisionNumber", "valueInteger": 3 },
      { "url": "${structure}#RevisionNumber", "valueInteger": 1 },
      { "url": "${structure}#Name", "valueString": "Follow-up 2" },
      { "url": "${structure}#Timepoint", "valueInteger": 2 },
      { "url": "${structure}#CumulativeQuantityId", "valueString": "targetsum" },
      { "url": "${structure}#CurrentValue", "valueDecimal": 66.5 },
      { "url": "${structure}#Unit", "valueString": "mm" },
      { "url": "${structure}#ChangeFromPrevious", "valueString": "--" },
      { "url": "${structure}#ChangeFromBaseline", "valueString": "-17.5 mm" },
      { "url": "${structure}#ChangeFromNadir", "valueString": "+1.5 mm" }
    ],
    "identifier": [{ "system": "${structure}#AssessmentId", "value": "9001" }],
    "status": "final",
    "category": [{ "coding": [{ "system": "http://example.org/section", "code": "RAD", "display": "Radiology" }], "text": "Radiology" }],
    "subject": { "reference": "Patient/0012" },
    "effectiveDateTime": "2025-12-05T00:00:00",
    "result": [
      { "reference": "Observation?researchstudy=22-001&category=imaging&id=501-9001-T1", "display": "501-9001-T1" },
      { "reference": "Observation?researchstudy=22-001&category=imaging&id=501-9001-T2", "display": "501-9001-T2" }
    ],
    "conclusion": "Stable Disease"
  }`,
  subjects: `{
    "resourceType": "Group",
    "identifier": [{ "use": "usual", "system": "${structure}#IDB.Protocol", "value": "22-001" }],
    "type": "person",
    "member": [{ "entity": { "reference": "Patient/0012" } }, { "entity": { "reference": "Patient/10E2" } }]
  }`,
};

/** An extension of the sample's structure definition, as JSON text. */
export function extension(fragment: string, value: string): string {
  return `{ "url": "${structure}#${fragment}", ${value} }`;
}
