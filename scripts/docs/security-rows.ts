import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '../runtime/repository.ts';
import { table } from './markdown-table.ts';

/** A hardening rule: its setting, and the tests that prove it, or why there is none. */
interface Row {
  readonly row: number;
  readonly rule: string;
  readonly setting: string;
  readonly shown: readonly string[];
}

const page = 'docs/security.md';
const [begin, end] = ['<!-- rows -->\n', '<!-- /rows -->'] as const;

/** docs/security.md with its table generated from the rules and from the guards that the campaign `guards` removes. */
export function securityPage(): string {
  const text = readFileSync(join(repositoryFolder, page), 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page} has no marker for its table of rows.`);
  return text.slice(0, from + begin.length) + rowsTable() + text.slice(to);
}

function rowsTable(): string {
  const guards = new Map<number, string[]>();
  for (const { row, guard } of readData('guards.json') as readonly { readonly row: number; readonly guard: string }[])
    guards.set(row, [...(guards.get(row) ?? []), guard]);
  const rows = (readData('rows.json') as readonly Row[]).map(({ row, rule, setting, shown }) => {
    const taken = guards.get(row) ?? [];
    return [String(row), rule, setting, shown.join(' <br> '), taken.length === 0 ? '' : `${taken.length}: ${taken.join('; ')}`];
  });
  return `${table(['#', 'Rule', 'Setting', 'Test', 'Guards removed one by one'], rows)}\n`;
}

function readData(name: string): unknown {
  return JSON.parse(readFileSync(join(repositoryFolder, 'test/campaign/guards', name), 'utf8'));
}
