import { resolve } from 'node:path';
import type { CheckLine } from '../../shared/calls/checks.ts';
import type { CheckRule } from '../../shared/checks/check-rule.ts';
import { idOfTwo } from '../../shared/checks/rule-limits.ts';
import { dataChecks, severities } from '../../shared/checks/data-checks.ts';
import { notJudgedLine, type NotJudgedLine } from '../../shared/checks/not-judged.ts';
import { conditionText, ruleText } from '../../shared/checks/rule-text.ts';
import { AppError } from '../../shared/errors.ts';
import { printable } from '../../shared/printable.ts';
import { checkedStudy, type ToldFinding } from '../../core/checks/checked-study.ts';
import { countNotJudged } from '../../core/checks/count-not-judged.ts';
import { keepRulesAlone } from '../../core/checks/keep-rules.ts';
import { ownRules } from '../../core/checks/own-rules.ts';
import { readRuleFile } from '../../core/checks/rule-file.ts';
import { passOn } from '../../core/vault/pass-on.ts';
import { upToAsked } from '../../core/query/up-to-cut-off.ts';
import { readCutOff } from '../export-arguments.ts';
import { perGeneration } from '../../core/query/per-generation.ts';
import { tallyResults } from '../../core/views/tally-results.ts';
import { withStudy } from '../../core/vault/open-study.ts';
import type { Vault } from '../../core/vault/vault.ts';
import type { Command, Invocation, Outcome } from '../command.ts';
import { requireStudy, withVault } from '../open-vault.ts';
import type { Output } from '../output.ts';
import { writingHost } from '../route.ts';
import { alignColumns } from '../text.ts';
import { formatCountOf } from '../../shared/format-count.ts';

export const checks: Command = {
  name: 'checks',
  summary: "runs the checks of the values that are built in, the study's own and given ones; exports and imports the study's own",
  synopsis: 'STUDY [--rules FILE]… [--cut-off DAY|none] | --export FILE [--force] | --import FILE',
  options: {
    rules: { type: 'string', value: 'FILE', multiple: true, says: 'run the checks of this file as well; may be given several times' },
    export: { type: 'string', value: 'FILE', says: "write the study's own checks as a JSON file" },
    import: {
      type: 'string',
      value: 'FILE',
      says: 'keep the checks of such a file with the study; one of the same id takes the place of the one that is here',
    },
    'cut-off': {
      type: 'string',
      value: 'DAY|none',
      says: 'only records that are not dated after this day, in place of the data cut-off of the study; none: all records',
    },
    force: { type: 'boolean', says: 'replace a file that is there' },
  },
  notes: [
    'What a check finds is no error of the command: it ends with 0. With --json each record that was found is an event.',
    'The records as a file: carrel export STUDY --listing checks --format csv --out PATH',
    'How a file of checks is written: docs/checks.md. Each brings examples that it must find and leave, and is refused where it does not.',
  ],
  emptyFields: { checks: [], notRun: [], notJudged: [] },
  positionals: { least: 1, most: 1 },
  run: runChecks,
};

async function runChecks(invocation: Invocation): Promise<Outcome> {
  const {
    given,
    positionals: [study = ''],
  } = invocation;
  const [to, from, files] = [given.text('export'), given.text('import'), given.texts('rules')];
  if ([to !== null, from !== null, files.length > 0].filter(Boolean).length > 1)
    throw new AppError('USAGE', '"checks" takes --rules, --export or --import, one of them.');
  if (given.text('cut-off') !== null && (to !== null || from !== null))
    throw new AppError('USAGE', '"--cut-off" says of which records checks are run: it goes with neither --export nor --import.');
  if (given.flag('force') && to === null) throw new AppError('USAGE', '"--force" replaces a file that is there: it belongs to --export.');
  const rules = readAll(from === null ? files : [from]);
  return withVault(invocation, async (vault) => {
    requireStudy(vault, study);
    if (from !== null) return keep(vault, study, rules, invocation);
    vault.audit.appendWhenPossible([{ kind: 'study-opened', study }]);
    return to === null ? run(vault, study, rules, invocation) : write(vault, study, resolve(to), invocation);
  });
}

/** The rules of all files. USAGE where two of them have one id. */
function readAll(files: readonly string[]): readonly CheckRule[] {
  const rules = files.flatMap((file) => readRuleFile(resolve(file)));
  const twice = idOfTwo(rules);
  if (twice !== null) throw new AppError('USAGE', `The check "${twice}" is in two of the files.`);
  return rules;
}

async function keep(vault: Vault, study: string, rules: readonly CheckRule[], invocation: Invocation): Promise<Outcome> {
  const host = writingHost(vault, invocation);
  const kept = await keepRulesAlone(host, study, rules);
  invocation.out.say(
    `${printable(study)}: ${formatCountOf(kept.added, 'check')} added, ${formatCountOf(kept.replaced, 'check')} in the place of one with the same id.`,
  );
  return { category: 'OK', fields: { study, ...kept } };
}

async function write(vault: Vault, study: string, path: string, { given, out }: Invocation): Promise<Outcome> {
  const rules = await withStudy(vault, study, async (opened) => (opened === null ? [] : ownRules(opened).map(({ rule }) => rule)));
  if (rules.length === 0)
    throw new AppError('USAGE', `Study ${study} has no checks of its own. Write some in "Issues" of the window, or import a file.`);
  passOn(vault, { what: 'checks', study }, { path, text: ruleText(rules), replace: given.flag('force') });
  out.say(`${path}: ${formatCountOf(rules.length, 'check')}`);
  return { category: 'OK', fields: { study, path, rules: rules.length } };
}

async function run(vault: Vault, study: string, rules: readonly CheckRule[], { given, out }: Invocation): Promise<Outcome> {
  const asked = readCutOff(given).cutOff;
  return withStudy(vault, study, async (opened) => {
    if (opened === null) throw new AppError('USAGE', `Study ${study} was not mirrored yet, so it has no values to check. Sync it first.`);
    const shown = upToAsked(opened, asked);
    const cutOff = shown.cutOff ?? null;
    const checked = checkedStudy(
      shown,
      perGeneration(shown, () => tallyResults(shown)),
      { given: rules },
    );
    const { generation, checks: lines, notRun, findings } = await checked.found(null);
    if (out.json) for (const finding of findings) out.event(eventOf(finding));
    const inOrder = lines.toSorted((left, right) => severities.indexOf(left.severity) - severities.indexOf(right.severity));
    tell(study, inOrder, cutOff, out);
    for (const { title, why } of notRun) out.say(`Not run: ${printable(title)}. ${why}`);
    const lacking = (await countNotJudged(shown, null)).notJudged.map(notJudgedLine);
    tellNotJudged(lacking, out);
    return {
      category: 'OK',
      fields: {
        ...{ study, generation, cutOff, checks: inOrder.map((line) => lineOf(line, rules)) },
        notRun: notRun.map(({ check, dataset, title, why }) => ({ check, dataset, title, why })),
        notJudged: lacking.map(({ where, says: _, ...line }) => ({ ...line, where: where.map(conditionText) })),
      },
    };
  });
}

function tellNotJudged(lines: readonly NotJudgedLine[], out: Output): void {
  if (lines.length === 0) return;
  out.say('Not judged by some checks, for what the records lack:');
  const rows = lines.map(({ dataset, title, records, subjects, checks }) => [
    ...[dataset, formatCountOf(records, 'record'), formatCountOf(subjects, 'subject'), title],
    checks.map((check) => dataChecks[check].title).join('; '),
  ]);
  for (const line of alignColumns(rows, [])) out.say(`  ${line}`);
}

function eventOf({ check, severity, dataset, key, subject, owner, looked }: ToldFinding): { readonly event: 'finding' } {
  return { event: 'finding', ...{ check, severity, dataset, key, subject, owner, lookedAt: looked?.at ?? null } };
}

function lineOf({ own, owner, says: _, rule: __, ...line }: CheckLine, rules: readonly CheckRule[]): object {
  const origin = own !== null ? 'study' : rules.some(({ id }) => id === line.check) ? 'file' : 'built-in';
  return { ...line, owner: owner?.name ?? null, origin };
}

function tell(study: string, lines: readonly CheckLine[], cutOff: string | null, out: Output): void {
  const found = lines.reduce((sum, { records }) => sum + records, 0);
  out.say(
    `${printable(study)}: ${formatCountOf(found, 'record')} found by ${formatCountOf(lines.filter(({ records }) => records > 0).length, 'check')}.`,
  );
  if (cutOff !== null) out.say(`  of the records up to the data cut-off, ${cutOff}`);
  const rows = lines.map(({ severity, dataset, records, open, subjects, owner, title }) => [
    ...[severity, dataset, formatCountOf(records, 'record'), formatCountOf(subjects, 'subject'), `${String(open)} open`],
    owner === null ? '-' : printable(owner.name),
    printable(title),
  ]);
  for (const line of alignColumns(rows, [])) out.say(`  ${line}`);
}
