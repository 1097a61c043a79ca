import { globalOptions } from './arguments.ts';
import type { Command, Options } from './command.ts';
import { alignColumns } from './text.ts';

/** The help of the whole program. */
export function programHelp(commands: readonly Command[]): string {
  return [
    'Carrel mirrors the studies you have access to into an encrypted folder, so that you can work on them offline.',
    '',
    'Usage: carrel <command> [options]',
    '',
    ...alignColumns(commands.map((command) => [`  ${command.name}`, command.summary])),
    '',
    'Common options:',
    ...optionLines(globalOptions),
    '',
    'Secrets are never passed as arguments. For more, run: carrel <command> --help',
  ].join('\n');
}

/** The help of one command. */
export function commandHelp(command: Command): string {
  const own = optionLines(command.options);
  return [
    `Usage: carrel ${command.name} ${command.synopsis}`.trimEnd(),
    '',
    `${command.summary.charAt(0).toUpperCase()}${command.summary.slice(1)}.`,
    ...(own.length === 0 ? [] : ['', 'Options:', ...own]),
    '',
    'Common options:',
    ...optionLines(globalOptions),
    ...command.notes.flatMap((note) => ['', note]),
  ].join('\n');
}

function optionLines(options: Options): readonly string[] {
  return alignColumns(
    Object.entries(options).map(([name, option]) => [`  --${name}${option.value === undefined ? '' : ` ${option.value}`}`, option.says]),
  );
}
