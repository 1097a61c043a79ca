import type { CheckRule, ExampleRow } from '../../../shared/checks/check-rule.ts';
import { checkNames, type Severity } from '../../../shared/checks/data-checks.ts';
import { columnOf, datasets, type DatasetName } from '../../../shared/datasets/datasets.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { joinValues, splitValues } from '../../../shared/listed-values.ts';
import { operatorsByKind, type Condition, type Operator } from '../../../shared/query.ts';
import { typedNumber } from '../../ui/format/numbers.ts';

/** A condition as it is being written. `text`: its value; several stand between commas. */
export interface ConditionDraft {
  readonly column: string;
  readonly op: Operator;
  readonly text: string;
}

/** The cells of an example as they are being written, by column. */
export type ExampleDraft = Readonly<Record<string, string>>;

export interface RuleDraft {
  /** The id that it has already; null: it gets one from its title. */
  readonly id: string | null;
  readonly title: string;
  readonly says: string;
  readonly severity: Severity;
  readonly source: string;
  readonly dataset: DatasetName;
  readonly where: readonly ConditionDraft[];
  readonly finds: readonly ExampleDraft[];
  readonly leaves: readonly ExampleDraft[];
}

/** What a new rule begins with: these conditions, and an example of either kind that they decide. */
export function freshRule(dataset: DatasetName, where: readonly Condition[]): RuleDraft {
  const drafts = where.map(draftOfCondition);
  return {
    ...{ id: null, title: '', says: '', severity: 'major', source: '', dataset },
    where: drafts.length === 0 ? [freshCondition(dataset)] : drafts,
    finds: [exampleOf(dataset, where, 'met')],
    leaves: [exampleOf(dataset, where, 'missed')],
  };
}

/** A condition on what the dataset's records are mostly told apart by. */
export function freshCondition(dataset: DatasetName): ConditionDraft {
  const { finding, key } = datasets[dataset];
  const column = finding[1] ?? key;
  const kind = columnOf(datasets[dataset], column)?.kind ?? 'text';
  return { column, op: operatorsByKind[kind][0] ?? 'present', text: '' };
}

export function draftOfRule({ id, title, says, severity, source, dataset, where, finds, leaves }: CheckRule): RuleDraft {
  return {
    ...{ id, title, says, severity, source, dataset, where: where.map(draftOfCondition) },
    finds: finds.map(draftOfExample),
    leaves: leaves.map(draftOfExample),
  };
}

function draftOfCondition({ column, op, values }: Condition): ConditionDraft {
  return { column, op, text: op === 'in' || op === 'not-in' ? joinValues(values) : (values[0] ?? '') };
}

function draftOfExample(example: ExampleRow): ExampleDraft {
  return Object.fromEntries(
    Object.entries(example).map(([column, cell]) => [column, cell === null ? '' : Array.isArray(cell) ? joinValues(cell) : String(cell)]),
  );
}

/** The columns that the conditions name, each once. */
export function columnsOf({ dataset, where }: Pick<RuleDraft, 'dataset' | 'where'>): readonly Column[] {
  return [...new Set(where.map(({ column }) => column))].flatMap((name) => columnOf(datasets[dataset], name) ?? []);
}

/** Whether an operator takes a value. */
export function takesValue(op: Operator): boolean {
  return op !== 'missing' && op !== 'present';
}

/** What is asked of records and examples as far as it is written; null while a condition or an example cannot be read. */
export function askedBy(draft: RuleDraft): Pick<CheckRule, 'dataset' | 'where' | 'finds' | 'leaves'> | null {
  const where = draft.where.map((condition) => conditionOf(draft.dataset, condition));
  const [finds, leaves] = [draft.finds, draft.leaves].map((examples) => examples.map((example) => exampleRow(draft.dataset, example)));
  if (![where, finds, leaves].every((all) => all !== undefined && all.length > 0 && !all.includes(null))) return null;
  const known = <T>(all: readonly (T | null)[] | undefined): T[] => (all ?? []).filter((one) => one !== null);
  return { dataset: draft.dataset, where: known(where), finds: known(finds), leaves: known(leaves) };
}

function conditionOf(dataset: DatasetName, { column, op, text }: ConditionDraft): Condition | null {
  const declared = columnOf(datasets[dataset], column);
  if (declared === undefined) return null;
  if (!takesValue(op)) return { column, op, values: [] };
  const values = op === 'in' || op === 'not-in' ? listed(text) : [text.trim()];
  if (values === null || values.some((value) => value === '')) return null;
  if (declared.kind !== 'number') return { column, op, values };
  const numbers = values.map(typedNumber);
  return numbers.includes(null) ? null : { column, op, values: numbers.filter((number) => number !== null) };
}

/** Null: a quote is left open. */
function listed(text: string): string[] | null {
  try {
    return splitValues(text).map((value) => value.trim());
  } catch {
    return null;
  }
}

function exampleRow(dataset: DatasetName, example: ExampleDraft): ExampleRow | null {
  const cells = Object.entries(example).map(([name, text]) => [name, cellOf(columnOf(datasets[dataset], name), text.trim())] as const);
  return cells.some(([, cell]) => cell === undefined)
    ? null
    : Object.fromEntries(cells.map(([name, cell]): [string, ExampleRow[string]] => [name, cell ?? null]));
}

function cellOf(column: Column | undefined, text: string): ExampleRow[string] | undefined {
  if (text === '') return null;
  if (column?.kind === 'list') return listed(text) ?? undefined;
  if (column?.kind !== 'number') return text;
  const number = typedNumber(text);
  return number === null || number === '' ? undefined : Number(number);
}

/** A record that meets the conditions, or misses the last of them. */
function exampleOf(dataset: DatasetName, where: readonly Condition[], how: 'met' | 'missed'): ExampleDraft {
  const cells = where.map((condition, at): readonly [string, string] => {
    const kind = columnOf(datasets[dataset], condition.column)?.kind ?? 'text';
    return [condition.column, how === 'missed' && at === where.length - 1 ? missing(condition) : meeting(condition, kind)];
  });
  return Object.fromEntries(cells);
}

/** A cell for which a condition holds. */
function meeting({ op, values: [value = ''] }: Condition, kind: Column['kind']): string {
  switch (op) {
    case '=':
    case '<=':
    case '>=':
    case 'contains':
    case 'in':
      return value;
    case '<':
      return beside(value, kind, -1);
    case '>':
      return beside(value, kind, 1);
    case 'present':
      return kind === 'number' ? '1' : kind === 'datetime' ? '2025-01-01' : 'any';
    case '!=':
    case 'not-in':
    case 'missing':
      return '';
  }
}

/** A cell for which it does not hold. */
function missing({ op, values: [value = ''] }: Condition): string {
  switch (op) {
    case '!=':
    case 'not-in':
    case '<':
    case '>':
      return value;
    case 'missing':
      return value === '' ? '1' : value;
    case '=':
    case '<=':
    case '>=':
    case 'contains':
    case 'in':
    case 'present':
      return '';
  }
}

/** The number or year next to it. */
function beside(value: string, kind: Column['kind'], step: -1 | 1): string {
  if (kind === 'datetime') return String(Number(value.slice(0, 4)) + step) + value.slice(4);
  return String(Number(value) + step);
}

/** The rule that a draft stands for. `taken`: ids that other rules have. */
export function ruleOf(
  draft: RuleDraft,
  asked: Pick<CheckRule, 'dataset' | 'where' | 'finds' | 'leaves'>,
  taken: readonly string[],
): CheckRule {
  const { id, title, says, severity, source } = draft;
  return {
    id: id ?? freeId(title, [...taken, ...checkNames]),
    title: title.trim(),
    says: says.trim(),
    severity,
    source: source.trim(),
    ...asked,
  };
}

/** "Potassium above 6.5" becomes potassium-above-6-5; a number behind it where that id is taken. */
function freeId(title: string, taken: readonly string[]): string {
  const plain = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const base = plain.slice(0, 56).replace(/-$/, '') || 'check';
  if (!taken.includes(base)) return base;
  for (let number = 2; ; number++) if (!taken.includes(`${base}-${String(number)}`)) return `${base}-${String(number)}`;
}
