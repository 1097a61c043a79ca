import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryFolder } from '../../../scripts/runtime/repository.ts';
import { dataChecks } from '../../../src/shared/checks/data-checks.ts';
import { outcomeWords } from '../../../src/renderer/places/charts/reconciliation/reconciliation-lines.ts';

const text = readFileSync(join(repositoryFolder, 'docs', 'checks.md'), 'utf8');

test.each(Object.values(dataChecks).map(({ title, severity }) => [title, severity]))(
  'the check "%s" is documented with its severity, %s',
  (title, severity) => {
    expect(text).toContain(`| ${title} | ${severity} |`);
  },
);

test('the outcomes of the reconciliation are documented', () => {
  const { 'not-compared': _, ...outcomes } = outcomeWords;
  for (const words of Object.values(outcomes)) expect(text).toContain(`**${words}**`);
});
