import { resolve } from 'node:path';
import type { CheckLine } from '../../shared/calls/checks.ts';
import type { CheckRule } from '../../shared/checks/check-rule.ts';
import { idOfTwo } from '../../shared/checks/rule-limits.ts';
import { dataChecks, severities } from '../../shared/checks/data-checks.ts';
import { notJudgedLine, type NotJudgedLine } from '../../shared/checks/not-judged.ts';
import { conditionText, ruleText } from '../../shared/checks/rule-text.ts';
import { AppError } from '../../shared/errors.ts';
import { printable } from '../../shared/printable.ts';
import { checkedStudy, type ReportedFinding } from '../../core/checks/checked-study.ts';
import { countNotJudged } from '../../core/checks/count-not-judged.ts';
import { keepRulesAlone } from '../../core/checks/keep-rules.ts';
import { ownRules } from '../../core/checks/own-rules.ts';
import { readRuleFile } from '../../core/checks/rule-file.ts';
import { passOn } from '../../core/vault/studies/pass-on.ts';
import { upToAsked } from '../../core/query/up-to-cut-off.ts';
import { readCutOff } from '../export-arguments.ts';
import { noColumns } from '../../core/query/columns-in-memory/columns-in-memory.ts';
import { perGeneration } from '../../core/query/per-generation.ts';
import { tallyResults } from '../../core/views/tally-results.ts';
import { withStudy } from '../../core/vault/studies/open-study.ts';
import type { Vault } from '../../core/vault/vault.ts';
import { hearCancel } from '../cancel.ts';
import type { Command, Invocation, Outcome } from '../command.ts';
import { requireStudy, withVault } from '../open-vault.ts';
import type { Output } from '../output.ts';
import { writingHost } from '../route.ts';
import { alignColumns } from '../text.ts';
import { formatCountOf } from '../../shared/format-count.ts';

export const checks: Command = {
  name: 'checks',
  summary: "runs the built-in checks, the study's own checks and checks from files; exports and imports the study's own checks",
  synopsis: 'STUDY [--rules FILE]… [--cut-off DAY|none] | --export FILE [--force] | --import FILE',
  options: {
    rules: { type: 'string', value: 'FILE', multiple: true, says: 'also run the checks in this file; may be given several times' },
    export: { type: 'string', value: 'FILE', says: "write the study's own checks as a JSON file" },
    import: {
      type: 'string',
      value: 'FILE',
      says: 'add the checks in this file to the study; a check with the same id is replaced',
    },
    'cut-off': {
      type: 'string',
      value: 'DAY|none',
      says: "only records dated up to this day, instead of the study's data cut-off; none: all records",
    },
    force: { type: 'boolean', says: 'replace an existing file' },
  },
  notes: [
    'Findings are not errors: the exit code is 0. With --json each record found is an event.',
    'To write the records to a file: carrel export STUDY --listing checks --format csv --out PATH',
    'docs/checks.md describes the file format. Each check carries examples it must find and examples it must not find; a check that fails its examples is rejected.',
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
    throw new AppError('USAGE', '"checks" takes only one of --rules, --export and --import.');
  if (given.text('cut-off') !== null && (to !== null || from !== null))
    throw new AppError('USAGE', '"--cut-off" limits the records that checks run on. It cannot be combined with --export or --import.');
  if (given.flag('force') && to === null) throw new AppError('USAGE', '"--force" replaces an existing file. Use it with --export.');
  const rules = readAll(from === null ? files : [from]);
  return withVault(invocation, async (vault) => {
    requireStudy(vault, study);
    if (from !== null) return keep(vault, study, rules, invocation);
    vault.audit.appendWhenPossible([{ kind: 'study-opened', study }]);
    return to === null ? run(vault, study, rules, invocation) : write(vault, study, resolve(to), invocation);
  });
}

/** The rules of all files. Throws USAGE if two of them have the same id. */
function readAll(files: readonly string[]): readonly CheckRule[] {
  const rules = files.flatMap((file) => readRuleFile(resolve(file)));
  const twice = idOfTwo(rules);
  if (twice !== null) throw new AppError('USAGE', `The check "${twice}" is in more than one of the files.`);
  return rules;
}

async function keep(vault: Vault, study: string, rules: readonly CheckRule[], invocation: Invocation): Promise<Outcome> {
  const host = writingHost(vault, invocation);
  const kept = await keepRulesAlone(host, study, rules);
  invocation.out.say(
    `${printable(study)}: ${formatCountOf(kept.added, 'check')} added, ${formatCountOf(kept.replaced, 'check')} replaced.`,
  );
  return { code: 'OK', fields: { study, ...kept } };
}

async function write(vault: Vault, study: string, path: string, { given, out }: Invocation): Promise<Outcome> {
  const rules = await withStudy(vault, study, async (opened) => (opened === null ? [] : ownRules(opened).map(({ rule }) => rule)));
  if (rules.length === 0)
    throw new AppError('USAGE', `Study ${study} has no checks of its own. Create some under "Issues" in the window, or import a file.`);
  passOn(vault, { what: 'checks', study }, { path, text: ruleText(rules), replace: given.flag('force') });
  out.say(`${path}: ${formatCountOf(rules.length, 'check')}`);
  return { code: 'OK', fields: { study, path, rules: rules.length } };
}

async function run(vault: Vault, study: string, rules: readonly CheckRule[], { given, out, signal }: Invocation): Promise<Outcome> {
  const pause = (): Promise<void> => hearCancel(signal);
  const asked = readCutOff(given).cutOff;
  return withStudy(vault, study, async (opened) => {
    if (opened === null)
      throw new AppError('USAGE', `Study ${study} has not been mirrored yet, so there is nothing to check. Sync it first.`);
    const shown = upToAsked(opened, asked);
    const cutOff = shown.cutOff ?? null;
    const checked = checkedStudy(
      shown,
      perGeneration(shown, () => tallyResults(shown, noColumns, pause)),
      { given: rules, pause },
    );
    const { generation, checks: lines, notRun, findings } = await checked.found(null);
    if (out.json) for (const finding of findings) out.event(eventOf(finding));
    const inOrder = lines.toSorted((left, right) => severities.indexOf(left.severity) - severities.indexOf(right.severity));
    tell(study, inOrder, cutOff, out);
    for (const { title, why } of notRun) out.say(`Not run: ${printable(title)}. ${why}`);
    const lacking = (await countNotJudged(shown, null, noColumns, pause)).notJudged.map(notJudgedLine);
    tellNotJudged(lacking, out);
    return {
      code: 'OK',
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
  out.say('Skipped by some checks because data is missing:');
  const rows = lines.map(({ dataset, title, records, subjects, checks }) => [
    ...[dataset, formatCountOf(records, 'record'), formatCountOf(subjects, 'subject'), title],
    checks.map((check) => dataChecks[check].title).join('; '),
  ]);
  for (const line of alignColumns(rows, [])) out.say(`  ${line}`);
}

function eventOf({ check, severity, dataset, key, subject, owner, looked }: ReportedFinding): { readonly event: 'finding' } {
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
