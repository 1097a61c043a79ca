import { AppError } from '../../shared/errors.ts';
import type { Command, Options } from '../command.ts';

function later(name: string, summary: string, synopsis: string, options: Options, advice: string): Command {
  return {
    name,
    summary: `${summary} (not in this version)`,
    synopsis,
    options,
    notes: [],
    emptyFields: {},
    positionals: { least: 0, most: Number.MAX_SAFE_INTEGER },
    run: async () => {
      throw new AppError('USAGE', `"${name}" is not in this version. ${advice}`);
    },
  };
}

const packOptions: Options = {
  out: { type: 'string', value: 'PATH', says: 'file to write' },
  expires: { type: 'string', value: 'DATE', says: 'last day on which it opens' },
};

/** Commands that the command line will have: named in the help, so that nobody looks for them in vain. */
export const pack = later(
  'pack',
  'seals a study into one file',
  'STUDY --out PATH [--expires DATE]',
  packOptions,
  'What there is: carrel export writes files from the mirror.',
);
export const unpack = later(
  'unpack',
  'takes in a packed study',
  'PATH',
  {},
  'What there is: carrel sync mirrors a study from the service.',
);
