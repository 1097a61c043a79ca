import { resolve } from 'node:path';
import type { ListedTest } from '../../shared/calls/terms.ts';
import type { Output as Answer } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { printable } from '../../shared/printable.ts';
import { ruleWords } from '../../shared/terms/rule-words.ts';
import { termsText } from '../../shared/terms/terms-file.ts';
import { changeTermsAlone, type ChangedTerms } from '../../core/terms/change-terms.ts';
import { listTerms } from '../../core/terms/list-tests.ts';
import { passOn } from '../../core/vault/studies/pass-on.ts';
import { readTermsFile } from '../../core/vault/settings/terms-file.ts';
import { withStudy } from '../../core/vault/studies/open-study.ts';
import type { Vault } from '../../core/vault/vault.ts';
import type { Command, Invocation, Outcome } from '../command.ts';
import { requireStudy, withVault } from '../open-vault.ts';
import type { Output } from '../output.ts';
import { writingHost } from '../route.ts';
import { formatCountOf } from '../../shared/format-count.ts';

export const tests: Command = {
  name: 'tests',
  summary: 'lists the tests of a study with their codes and units; exports and imports the decisions on them',
  synopsis: 'STUDY [--export FILE [--force] | --import FILE]',
  options: {
    export: { type: 'string', value: 'FILE', says: 'write the decisions on tests and units as a JSON file' },
    import: { type: 'string', value: 'FILE', says: 'replace the current decisions by those in this file' },
    force: { type: 'boolean', says: 'replace an existing file' },
  },
  notes: [
    'A code in brackets is proposed but not applied. Decide on it under "Tests and units" in the window, or in the file.',
    'An import rebuilds the rows from the stored pages, offline, and is recorded in the audit trail.',
  ],
  emptyFields: { version: null },
  positionals: { least: 1, most: 1 },
  run: showTests,
};

async function showTests(invocation: Invocation): Promise<Outcome> {
  const {
    given,
    positionals: [study = ''],
    out,
  } = invocation;
  const [to, from] = [given.text('export'), given.text('import')];
  if (to !== null && from !== null) throw new AppError('USAGE', '"tests" takes --export or --import, not both.');
  const imported = from === null ? null : readTermsFile(resolve(from));
  return withVault(invocation, async (vault) => {
    requireStudy(vault, study);
    const before = await read(vault, study);
    if (imported !== null) {
      const host = writingHost(vault, invocation);
      const changed = await changeTermsAlone(host, { study, version: before.terms.version, terms: imported });
      out.say(sayImport(study, changed));
      return { code: 'OK', fields: { study, ...changed } };
    }
    vault.audit.appendWhenPossible([{ kind: 'study-opened', study }]);
    if (to === null) for (const test of before.tests) tell(test, out);
    else {
      const file = { path: resolve(to), text: termsText(before.terms), replace: given.flag('force') };
      passOn(vault, { what: 'tests-and-units', study }, file);
    }
    const { version, system } = before.terms;
    out.say(
      `${printable(study)}: ${formatCountOf(before.tests.length, 'test')}, version ${String(version)}, ${system} units, SHA-256 ${before.digest}`,
    );
    if (to !== null) out.say(`${resolve(to)}: the decisions on tests and units`);
    return { code: 'OK', fields: { study, version, system, digest: before.digest, ...(to === null ? {} : { path: resolve(to) }) } };
  });
}

async function read(vault: Vault, study: string): Promise<Answer<'terms.read'>> {
  return withStudy(vault, study, async (opened) => {
    if (opened === null) throw new AppError('USAGE', `Study ${study} has not been mirrored yet, so it has no tests. Sync it first.`);
    return listTerms(opened);
  });
}

function sayImport(study: string, { version, changed, digest }: ChangedTerms): string {
  const what = changed === 0 ? 'nothing changed' : `${formatCountOf(changed, 'decision', 'decisions')} changed`;
  return `${printable(study)}: version ${String(version)}, ${what}. SHA-256 ${digest}`;
}

function tell(test: ListedTest, out: Output): void {
  out.event({ event: 'test', ...test });
  if (out.json) return;
  const codes = test.codes.flatMap(({ code }) => (code === null ? [] : [code])).join(', ');
  const proposed = test.proposed === null ? '' : `(${test.proposed})`;
  const why = test.decided ? 'decided' : test.rule === null ? 'not known' : ruleWords[test.rule];
  const units = test.units.map(({ text, reading }) =>
    text === null ? 'no unit' : `${printable(text)}${reading === null ? ' (not understood)' : ''}`,
  );
  out.say(
    `${test.dataset.padEnd(6)}  ${(codes || proposed || '-').padEnd(10)}  ${printable(test.test)}  ${formatCountOf(test.records, 'record')}, ${units.join(', ')}. ${why}`,
  );
}
