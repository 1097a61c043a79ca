import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryFolder } from '../../../scripts/runtime/repository.ts';
import { dataChecks } from '../../../src/shared/data-checks.ts';
import { outcomeWords } from '../../../src/renderer/places/charts/reconciliation/reconciliation-lines.ts';

const text = readFileSync(join(repositoryFolder, 'docs', 'checks.md'), 'utf8');

test.each(Object.values(dataChecks).map(({ title }) => title))('the check "%s" is documented', (title) => {
  expect(text).toContain(`| ${title} |`);
});

test('the outcomes of the reconciliation are documented', () => {
  const { 'not-compared': _, ...outcomes } = outcomeWords;
  for (const words of Object.values(outcomes)) expect(text).toContain(`**${words}**`);
});
