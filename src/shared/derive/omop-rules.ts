/** Splits OMOP rules in one text (spec 2.1 MetadataRuleDef) at each comma that is followed by a number and a colon. */
export function splitOmopRules(text: string): readonly string[] {
  return text
    .split(/,(?=\s*\d+:)/)
    .map((rule) => rule.trim())
    .filter((rule) => rule !== '');
}
