import { AppError } from '../../shared/errors.ts';
import type { Command } from '../command.ts';

function later(name: string, summary: string, synopsis: string, advice: string): Command {
  return {
    name,
    summary: `${summary} (not in this version)`,
    synopsis,
    options: {},
    notes: [],
    emptyFields: {},
    positionals: { least: 0, most: Number.MAX_SAFE_INTEGER },
    run: async () => {
      throw new AppError('USAGE', `"${name}" is not in this version. ${advice}`);
    },
  };
}

/** Commands that the command line will have: named in the help, so that nobody looks for them in vain. */
export const pack = later('pack', 'seals a study into one file', 'STUDY --out PATH', 'What there is: carrel export writes files from the mirror.');
export const unpack = later('unpack', 'takes in a packed study', 'PATH', 'What there is: carrel sync mirrors a study from the service.');
