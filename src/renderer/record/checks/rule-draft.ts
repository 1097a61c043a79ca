import type { CheckRule, ExampleRow } from '../../../shared/checks/check-rule.ts';
import { checkNames, type Severity } from '../../../shared/checks/data-checks.ts';
import { columnOf, datasets, type DatasetName } from '../../../shared/datasets/datasets.ts';
import type { Column, Tells } from '../../../shared/datasets/declaration.ts';
import { joinValues, splitValues } from '../../../shared/listed-values.ts';
import { operatorsByKind, type Condition, type Operator } from '../../../shared/query.ts';
import { typedNumber } from '../../ui/format/numbers.ts';

/** A condition being edited. `text`: its value, or several separated by commas. */
export interface ConditionDraft {
  readonly column: string;
  readonly op: Operator;
  readonly text: string;
  /** The condition it was created from. As long as the text is unchanged, it means exactly these values. */
  readonly kept?: Condition & { readonly text: string };
}

/** The cells of an example being edited, by column. */
export type ExampleDraft = Readonly<Record<string, string>>;

export interface RuleDraft {
  /** The id of an existing rule; null for a new one, whose id is derived from its title. */
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

/** The draft of a new rule with these conditions, and one example of each kind that fits them. */
export function freshRule(dataset: DatasetName, where: readonly Condition[]): RuleDraft {
  const drafts = where.map(draftOfCondition);
  return {
    ...{ id: null, title: '', says: '', severity: 'major', source: '', dataset },
    where: drafts.length === 0 ? [freshCondition(dataset)] : drafts,
    finds: [exampleOf(dataset, where, 'met')],
    leaves: [exampleOf(dataset, where, 'failed')],
  };
}

/** An empty condition on the second of the dataset's `finding` columns (after the subject), or on its key. */
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
  const text = takesList(op) ? joinValues(values) : (values[0] ?? '');
  return { column, op, text, kept: { column, op, values, text } };
}

function draftOfExample(example: ExampleRow): ExampleDraft {
  return Object.fromEntries(
    Object.entries(example).map(([column, cell]) => [column, cell === null ? '' : Array.isArray(cell) ? joinValues(cell) : String(cell)]),
  );
}

/** The columns in the conditions, each once. */
export function columnsOf({ dataset, where }: Pick<RuleDraft, 'dataset' | 'where'>): readonly Column[] {
  return [...new Set(where.map(({ column }) => column))].flatMap((name) => columnOf(datasets[dataset], name) ?? []);
}

export function takesValue(op: Operator): boolean {
  return op !== 'missing' && op !== 'present';
}

function takesList(op: Operator): boolean {
  return op === 'in' || op === 'not-in';
}

/**
 * The conditions and examples of a draft; null while any of them cannot be read. Cells of columns without a condition are left out, because
 * they are not visible but would be written to files.
 */
export function askedBy(draft: RuleDraft): Pick<CheckRule, 'dataset' | 'where' | 'finds' | 'leaves'> | null {
  const where = draft.where.map((condition) => conditionOf(draft.dataset, condition));
  const [finds, leaves] = [draft.finds, draft.leaves].map((examples) => examples.map((example) => exampleRow(columnsOf(draft), example)));
  if (![where, finds, leaves].every((all) => all !== undefined && all.length > 0 && !all.includes(null))) return null;
  const known = <T>(all: readonly (T | null)[] | undefined): T[] => (all ?? []).filter((one) => one !== null);
  return { dataset: draft.dataset, where: known(where), finds: known(finds), leaves: known(leaves) };
}

function conditionOf(dataset: DatasetName, draft: ConditionDraft): Condition | null {
  const { column, op } = draft;
  const declared = columnOf(datasets[dataset], column);
  if (declared === undefined) return null;
  if (!takesValue(op)) return { column, op, values: [] };
  const values = valuesOf(draft);
  if (values === null || (!takesEmpty(declared, op) && values.some((value) => value === ''))) return null;
  if (declared.kind !== 'number') return { column, op, values };
  const numbers = values.map(typedNumber);
  return numbers.includes(null) ? null : { column, op, values: numbers.filter((number) => number !== null) };
}

/** The original values if their text is unchanged, otherwise the typed values, trimmed. Null if a quote is left open. */
function valuesOf({ column, op, text, kept }: ConditionDraft): string[] | null {
  if (kept?.column === column && kept.text === text && takesValue(kept.op) && takesList(kept.op) === takesList(op)) return [...kept.values];
  return takesList(op) ? listed(text) : [text.trim()];
}

/** Whether a condition can have an empty value, which means no value: only comparisons of texts can. */
function takesEmpty({ kind }: Column, op: Operator): boolean {
  return (kind === 'text' || kind === 'flag') && (op === '=' || op === '!=' || takesList(op));
}

/** Null if a quote is left open. */
function listed(text: string): string[] | null {
  try {
    return splitValues(text).map((value) => value.trim());
  } catch {
    return null;
  }
}

function exampleRow(columns: readonly Column[], example: ExampleDraft): ExampleRow | null {
  const cells = columns
    .filter(({ name }) => example[name] !== undefined)
    .map((column) => [column.name, cellOf(column, example[column.name] ?? '')] as const);
  return cells.some(([, cell]) => cell === undefined)
    ? null
    : Object.fromEntries(cells.map(([name, cell]): [string, ExampleRow[string]] => [name, cell ?? null]));
}

function cellOf({ kind }: Column, written: string): ExampleRow[string] | undefined {
  const text = kind === 'text' || kind === 'flag' ? written : written.trim();
  if (text === '') return null;
  if (kind === 'list') return listed(text) ?? undefined;
  if (kind !== 'number') return text;
  const number = typedNumber(text);
  return number === null || number === '' ? undefined : Number(number);
}

/** A record that meets the conditions, or all but the last. Identifying columns do not get the values of the conditions. */
function exampleOf(dataset: DatasetName, where: readonly Condition[], how: 'met' | 'failed'): ExampleDraft {
  const cells = where.map((condition, at): readonly [string, string] => {
    const column = columnOf(datasets[dataset], condition.column);
    const kind = column?.kind ?? 'text';
    const redacted = column !== undefined && isIdentifying(column) ? { ...condition, values: [] } : condition;
    return [condition.column, how === 'failed' && at === where.length - 1 ? cellFailing(redacted, kind) : cellMeeting(redacted, kind)];
  });
  return Object.fromEntries(cells);
}

/** Whether values of a column identify a subject, a person or a record; examples start without such values. */
function isIdentifying({ tells, personal }: Column): boolean {
  return personal === true || (tells !== undefined && identifying.has(tells));
}

const identifying: ReadonlySet<Tells> = new Set(['subject', 'person', 'record', 'case', 'lesion']);

/** A cell that meets a condition. */
function cellMeeting({ op, values }: Condition, kind: Column['kind']): string {
  const [value = ''] = values;
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
      return anyValue(kind);
    case '!=':
    case 'not-in':
      return valueOutside(values, kind);
    case 'missing':
      return '';
  }
}

/** A cell that does not meet a condition. */
function cellFailing({ op, values }: Condition, kind: Column['kind']): string {
  const [value = ''] = values;
  switch (op) {
    case '!=':
    case 'not-in':
    case '<':
    case '>':
      return value;
    case 'missing':
      return anyValue(kind);
    case '=':
    case 'in':
      return valueOutside(values, kind);
    case '<=':
    case '>=':
    case 'contains':
    case 'present':
      return '';
  }
}

function anyValue(kind: Column['kind']): string {
  return kind === 'number' ? '1' : kind === 'datetime' ? '2025-01-01' : 'any';
}

/** No value, unless that is one of `values`; then a value that is not. */
function valueOutside(values: readonly string[], kind: Column['kind']): string {
  if (!values.includes('')) return '';
  for (let number = 1; ; number++) {
    const candidate = kind === 'number' ? String(number) : `any${String(number)}`;
    if (!values.includes(candidate)) return candidate;
  }
}

/** The number plus `step`, or the date with its year plus `step` (the 28th for a 29 February). */
function beside(value: string, kind: Column['kind'], step: -1 | 1): string {
  if (kind === 'datetime') return String(Number(value.slice(0, 4)) + step) + value.slice(4).replace(/^-02-29/, '-02-28');
  return String(Number(value) + step);
}

/** The rule described by a draft. `taken`: ids of other rules. */
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

/** "Potassium above 6.5" → "potassium-above-6-5", with a number appended if that id is taken. */
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
