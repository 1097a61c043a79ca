import { appendFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type { Failure } from './test-results.ts';

export type RunEvent =
  | { readonly kind: 'began'; readonly file: string }
  | { readonly kind: 'trying'; readonly file: string; readonly test: string }
  | {
      readonly kind: 'ended';
      readonly file: string;
      readonly passed: number;
      readonly skipped: number;
      readonly failures: readonly Failure[];
    }
  | { readonly kind: 'broken'; readonly message: string };

/**
 * Writes the begin and end of each test file, and the begin of each test, to a file at once, so that a runner that dies leaves what it
 * knew.
 */
export class RunRecord implements Reporter {
  readonly #path: string;
  readonly #begun = new Set<string>();

  constructor(path: string) {
    this.#path = path;
  }

  onTestModuleQueued(module: TestModule): void {
    this.#begin(module);
  }

  onTestCaseReady(test: TestCase): void {
    this.#write({ kind: 'trying', file: nameOf(test.module), test: test.fullName });
  }

  onTestModuleEnd(module: TestModule): void {
    const tests = [...module.children.allTests()];
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const failed = tests.filter((test) => ['failed', 'pending'].includes(test.result().state));
    const suites = [module, ...module.children.allSuites()];
    this.#write({
      kind: 'ended',
      file: nameOf(module),
      passed: count('passed'),
      skipped: count('skipped'),
      failures: [
        ...failed.map((test) => ({
          name: `${nameOf(module)} › ${test.fullName}`,
          message: test.result().errors?.[0]?.message ?? 'It did not end.',
        })),
        ...suites.flatMap((suite) => suite.errors().map(({ message }) => ({ name: nameOf(module), message }))),
      ],
    });
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const module of modules) this.#begin(module);
    for (const error of errors) this.#write({ kind: 'broken', message: messagesOf(error) });
  }

  #begin(module: TestModule): void {
    if (this.#begun.has(module.id)) return;
    this.#begun.add(module.id);
    this.#write({ kind: 'began', file: nameOf(module) });
  }

  #write(event: RunEvent): void {
    appendFileSync(this.#path, `${JSON.stringify(event)}\n`);
  }
}

/** Includes the messages of its causes, one per line: for a process that died, only those contain the exit code or signal. */
function messagesOf({ message, cause }: SerializedError): string {
  return cause === undefined ? message : `${message}\n${messagesOf(cause)}`;
}

function nameOf(module: TestModule): string {
  return module.relativeModuleId;
}
