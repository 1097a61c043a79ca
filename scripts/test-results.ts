import { readFile } from 'node:fs/promises';
import type { RunEvent } from './vitest-record.ts';

/** What failed: a test, a file that could not run, or a runner that ended with an error. */
export interface Failure {
  readonly name: string;
  readonly message: string;
}

export interface Outcome {
  readonly passed: number;
  readonly skipped: number;
  readonly failures: readonly Failure[];
}

/** Reads what `RunRecord` wrote. A file that began and never ended also failed: its runner or its process died in it. */
export async function readVitestRecord(path: string): Promise<Outcome> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  const running = new Map<string, string | null>();
  let [passed, skipped] = [0, 0];
  const failures: Failure[] = [];
  for (const event of lines.map((line) => JSON.parse(line) as RunEvent)) {
    if (event.kind === 'began') running.set(event.file, null);
    else if (event.kind === 'trying') {
      // The event that a test began may arrive after the end of its file.
      if (running.has(event.file)) running.set(event.file, event.test);
    } else if (event.kind === 'broken') failures.push({ name: 'outside of a test', message: event.message });
    else {
      running.delete(event.file);
      passed += event.passed;
      skipped += event.skipped;
      failures.push(...event.failures);
    }
  }
  const unfinished = [...running].map(([file, test]) => ({
    name: test === null ? file : `${file} › ${test}`,
    message: 'It was running when its process or the runner ended.',
  }));
  return { passed, skipped, failures: [...failures, ...unfinished] };
}

interface PlaywrightError {
  readonly message?: string;
}

interface PlaywrightSpec {
  readonly file: string;
  readonly title: string;
  readonly tests: readonly { readonly status: string; readonly results: readonly { readonly errors: readonly PlaywrightError[] }[] }[];
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly PlaywrightSpec[];
}

/** Reads Playwright's JSON report. A test that passed only at its second try counts as failed, and so do errors outside of tests. */
export async function readPlaywrightReport(path: string): Promise<Outcome> {
  const { stats, errors, suites } = JSON.parse(await readFile(path, 'utf8')) as {
    readonly stats: { readonly expected: number; readonly skipped: number };
    readonly errors: readonly PlaywrightError[];
    readonly suites: readonly PlaywrightSuite[];
  };
  const broken = errors.map(({ message = '' }) => ({ name: 'outside of a test', message }));
  return { passed: stats.expected, skipped: stats.skipped, failures: [...suites.flatMap(listFailures), ...broken] };
}

function listFailures({ suites = [], specs }: PlaywrightSuite): readonly Failure[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => {
        const first = results.flatMap(({ errors }) => errors)[0];
        return { name: `${file} › ${title}`, message: first?.message ?? '' };
      }),
  );
  return [...own, ...suites.flatMap(listFailures)];
}

/** A runner that ended with an error without naming a failed test, or that ran no test, counts as one failure. */
export function judgeOutcome(counted: Outcome, runner: string, exitCode: number): Outcome {
  const { passed, failures } = counted;
  if (failures.length > 0 || (exitCode === 0 && passed > 0)) return counted;
  const what = passed === 0 ? 'no test ran' : 'no failed test was named';
  return { ...counted, failures: [{ name: runner, message: `It ended with exit code ${String(exitCode)}, and ${what}.` }] };
}

/** Lines of each message, by the most failures for which there is room for them; one line if there are more. */
const ROOM = [
  { failures: 3, lines: 12 },
  { failures: 10, lines: 3 },
] as const;
const MOST = 19;
const LONGEST_LINE = 240;

/**
 * The failures in at most 40 lines. A few are described by what was expected and received, more by three lines each (the second line of a
 * property names its seed), many by one.
 */
export function describeFailures(failures: readonly Failure[]): readonly string[] {
  const count = ROOM.find((room) => failures.length <= room.failures)?.lines ?? 1;
  const lines = failures.slice(0, MOST).flatMap((failure) => describeFailure(failure, count));
  return failures.length > MOST ? [...lines, `and ${String(failures.length - MOST)} more`] : lines;
}

function describeFailure({ name, message }: Failure, count: number): readonly string[] {
  const plain = message.replaceAll(/\u001B\[[0-9;]*m/g, '').split('\n');
  const lines = plain.map((line) => line.trim()).filter((line) => line !== '');
  return [`FAILED ${name}`, ...lines.slice(0, count).map((line) => `       ${line}`)].map((line) => line.slice(0, LONGEST_LINE));
}
