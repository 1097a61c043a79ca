import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import { repositoryFolder } from '../../../scripts/runtime/repository.ts';
import { builtProgramVariable } from '../../compiled-code.ts';

/** The result of running a test file. */
export interface Outcome {
  /** Titles of the failed tests; none if the file could not be read. */
  readonly failed: readonly string[];
  readonly passed: number;
}

/** A copy of the sources that may be changed, and a runner for the tests in it. */
export interface Tree {
  /** Changes a file and returns a function that restores it. */
  edit(file: string, change: (text: string) => string): () => void;
  /** Runs a test file (path in the repository), or only its tests with this title (source of a pattern). */
  run(test: string, title?: string): Promise<Outcome>;
  remove(): Promise<void>;
}

/** What the tests need of the repository; the packages are shared with it. */
const parts = ['src', 'test', 'scripts', 'clients', 'docs', 'resources', 'package.json', 'package-lock.json', 'vitest.config.ts'] as const;
const settings = ['tsconfig.json', 'tsconfig.base.json'] as const;

export async function copyTree(): Promise<Tree> {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-guards-'));
  for (const part of [...parts, ...settings]) cpSync(join(repositoryFolder, part), join(folder, part), { recursive: true });
  symlinkSync(join(repositoryFolder, 'node_modules'), join(folder, 'node_modules'), 'junction');
  // The changed sources must be what runs, in child processes too.
  process.env[builtProgramVariable] = join(folder, 'src', 'cli', 'main.ts');
  // Kept running, since a start for each guard takes longer than most of the tests.
  const vitest = await createVitest({ watch: false, root: folder, reporters: [{}] });
  return {
    edit: (file, change) => {
      const path = join(folder, file);
      const before = readFileSync(path, 'utf8');
      const write = (text: string): void => {
        writeFileSync(path, text);
        vitest.invalidateFile(path);
      };
      write(change(before));
      return () => {
        write(before);
      };
    },
    run: async (test, title) => {
      const files = await vitest.globTestSpecifications([test]);
      // Vitest puts the titles of the groups in front.
      const testNamePattern = new RegExp(`(?:^|\\s)${title}$`);
      const chosen = files.map(({ project, moduleId }) =>
        project.createSpecification(moduleId, title === undefined ? {} : { testNamePattern }),
      );
      const { testModules } = await vitest.runTestSpecifications(chosen);
      // Modules of earlier runs are among them.
      const tests = testModules
        .filter(({ moduleId }) => moduleId === join(folder, test))
        .flatMap(({ children }) => [...children.allTests()])
        .filter(({ name }) => title === undefined || new RegExp(`^${title}$`).test(name));
      return {
        failed: tests.filter((one) => one.result().state === 'failed').map(({ name }) => name),
        passed: tests.filter((one) => one.result().state === 'passed').length,
      };
    },
    remove: async () => {
      await vitest.close();
      Reflect.deleteProperty(process.env, builtProgramVariable);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
