import type { Handlers } from '../../shared/rpc.ts';
import type { CheckedStudy } from '../checks/checked-study.ts';
import { countNotJudged } from '../checks/count-not-judged.ts';
import { tryRule } from '../checks/own-rules.ts';
import { readRuleText } from '../checks/rule-file.ts';
import type { ColumnsInMemory } from '../query/columns-in-memory/columns-in-memory.ts';
import type { StudyReader } from '../query/study-directory.ts';

type Answered = 'checks.summary' | 'checks.records' | 'checks.subjects' | 'checks.notJudged' | 'checks.try' | 'checks.read';

/** Runs a question on a study's file with its checks, or returns `without` for a study without a file. */
type Ask = <T>(
  study: string,
  question: (reader: StudyReader, { checks }: { readonly checks: CheckedStudy }) => T | Promise<T>,
  without: T,
) => Promise<T>;

/** The reader's calls about the checks of the values. */
export function checkHandlers(ask: Ask, columns: ColumnsInMemory): Pick<Handlers<'reader'>, Answered> {
  return {
    'checks.summary': ({ study, ...question }) =>
      ask(study, (_, { checks }) => checks.summary(question), { generation: 0, checks: [], notRun: [] }),
    'checks.records': ({ study, ...question }) =>
      ask(study, (_, { checks }) => checks.records(question), { generation: 0, of: 0, records: [] }),
    'checks.subjects': ({ study, ...question }) =>
      ask(study, (_, { checks }) => checks.subjects(question), { generation: 0, subjects: [] }),
    'checks.notJudged': ({ study, subjects }) =>
      ask(study, (reader) => countNotJudged(reader, subjects, columns), { generation: 0, notJudged: [] }),
    'checks.read': ({ study, name, text }) => ask(study, () => [...readRuleText(text, name)], []),
    'checks.try': ({ study, rule }) => ask(study, (reader) => tryRule(reader, rule), { records: 0, finds: [], leaves: [], why: null }),
  };
}
