import { join } from 'node:path';
import { repositoryFolder } from '../scripts/runtime/repository.ts';

/**
 * For processes that run the sources: Node keeps what it compiled of them in this folder of the checkout and looks at the text before it uses it.
 * A start of the command line takes a third of the time with it.
 */
export const compiledCode = { NODE_COMPILE_CACHE: join(repositoryFolder, 'node_modules', '.cache', 'compiled-code') } as const;

/** Where the built command line lies: set before the first test by test/built-command-line.ts. */
export const builtProgramVariable = 'CARREL_BUILT_COMMAND_LINE';
