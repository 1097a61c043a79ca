import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { jsonLines, linesText } from '../../../../src/renderer/record/inspector/json-lines.ts';

const laidOut = (text: string): string => linesText(jsonLines(text, []));

describe('the layout of JSON', () => {
  test('keeps digits and escapes as sent', () => {
    const sent = '{"value":1.10,"big":123456789012345678901234567890,"tiny":1e-07,"text":"\\u00e9 \\/ \\"q\\""}';
    expect(laidOut(sent).replaceAll(/\s/g, '')).toBe(sent.replaceAll(/\s/g, ''));
  });

  test('reads back to the same value for any JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.parse(laidOut(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  test('leaves invalid JSON unchanged', () => {
    expect(laidOut('{"a": }\n!')).toBe('{"a": }\n!');
    expect(laidOut('{"a":1}}')).toBe('{"a":1}}');
  });
});

test('short values stay on one line, long ones are broken', () => {
  expect(
    laidOut(
      '{"id":"7d41c0e2","subject":{"reference":"Patient/0012"},"referenceRange":[{"text":"7 - 56"}],"extension":[{"url":"https://example.org/StructureDefinition/crit#IDB.Protocol","valueString":"22-001"}]}',
    ),
  ).toBe(
    [
      '{',
      '  "id": "7d41c0e2",',
      '  "subject": { "reference": "Patient/0012" },',
      '  "referenceRange": [{ "text": "7 - 56" }],',
      '  "extension": [',
      '    { "url": "https://example.org/StructureDefinition/crit#IDB.Protocol",',
      '      "valueString": "22-001" }',
      '  ]',
      '}',
    ].join('\n'),
  );
});

test('marks the lines of content that the interface does not describe', () => {
  const text =
    '{"id":"a","extension":[{"url":"https://example.org/sd#IDB.Protocol","valueString":"22-001"},{"url":"https://example.org/sd#SpecimenState","valueString":"ok"}],"code":{"note":[1,2]}}';
  const marked = jsonLines(text, ['extension[#SpecimenState]', 'code.note']).filter((line) => line.marked);
  expect(linesText(marked)).toContain('SpecimenState');
  expect(linesText(marked)).toContain('"note": [');
  expect(linesText(marked)).not.toContain('IDB.Protocol');
});
