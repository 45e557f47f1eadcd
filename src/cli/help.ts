import type { Command } from './command.ts';
import { sharedFlags, type FlagSpec, type FlagTable } from './flags.ts';

/** Help for `candor --help`. */
export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    'Candor answers questions over your own documents, and says when it does not know.',
    '',
    'Usage: candor COMMAND [flags]',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'candor COMMAND --help explains one command. --version prints the version.',
    'Exit codes: 0 done or answered, 1 fault, 2 wrong usage, 3 no answer, 4 a clarifying question.',
    'Settings come from the environment; .env.example lists them.',
    '',
  ].join('\n');
}

/** Help for `candor COMMAND --help`. */
export function commandHelp(command: Command): string {
  const own = Object.entries(command.flags);
  const shared = Object.entries(allFlags(command)).filter(([name]) => !(name in command.flags));
  return [
    command.summary,
    '',
    `Usage: candor ${command.usage}`,
    '',
    ...(own.length > 0 ? ['Flags:', ...flagLines(own), ''] : []),
    'Flags of every command:',
    ...flagLines(shared),
    ...(command.examples ? ['', 'Examples:', ...command.examples.map((line) => `  ${line}`)] : []),
    ...(command.notes ? ['', command.notes] : []),
    '',
  ].join('\n');
}

function flagLines(flags: readonly (readonly [string, FlagSpec])[]): string[] {
  const heads = flags.map(
    ([name, spec]) =>
      `${spec.short ? `-${spec.short}, ` : ''}--${name}${spec.kind === 'switch' ? '' : ` ${spec.value ?? 'VALUE'}`}`,
  );
  const width = Math.max(...heads.map((head) => head.length));
  return flags.map(
    ([, spec], index) =>
      `  ${(heads[index] ?? '').padEnd(width)}  ${spec.summary}${spec.choices ? ` One of ${spec.choices.join(', ')}.` : ''}`,
  );
}

/** The flags of a command with the shared ones; the command's own win. */
export function allFlags(command: Command): FlagTable {
  const { workspace, ...others } = sharedFlags;
  return { ...others, ...(workspace && !command.ownWorkspace ? { workspace } : {}), ...command.flags };
}
