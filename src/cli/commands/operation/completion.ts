import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { RootCommand } from '@bomb.sh/tab';
import { allFlags, type Command } from '../../command.ts';
import { CandorError } from '../../../errors.ts';

const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;

export const completion: Command = {
  name: 'completion',
  summary: 'Print the script that makes a shell complete commands, flags and paths.',
  usage: `completion ${shells.join('|')}`,
  positionals: [1, 1],
  verbs: shells,
  own: true,
  flags: {},
  examples: [
    'source <(candor completion bash)',
    'source <(candor completion zsh)',
    'candor completion fish > ~/.config/fish/completions/candor.fish',
  ],
  notes:
    'Put the line into ~/.bashrc or ~/.zshrc. bash needs the package bash-completion. "candor" must be a command: npm link makes one after npm run build.',
  run({ positionals: [shell = ''], print }) {
    if (!(shells as readonly string[]).includes(shell))
      throw new CandorError('BAD_INPUT', `"${shell}" is no shell that is known here.`, {
        remedy: `Choose one of ${shells.join(', ')}.`,
      });
    const text = completionScript(shell);
    print({ json: { shell, script: text }, text });
    return Promise.resolve(0);
  },
};

/** The script that a shell loads. It calls `candor complete -- WORDS` when a person presses Tab. */
function completionScript(shell: string): string {
  const script = captured(() => new RootCommand().setup('candor', 'candor', shell));
  // The library declares its constants for bash read-only, so that a second `source` in the same shell would fail on
  // each of them.
  return shell === 'bash' ? script.replaceAll(/^readonly /gmu, '') : script;
}

/**
 * Returns the candidates for the last word, one per line with its description, followed by the directive for the shell.
 */
export function completionsOf(words: readonly string[], commands: readonly Command[]): string {
  const given = words[0] === '--' ? words.slice(1) : words;
  const path = pathAt(given, commands);
  if (path !== undefined) return pathsLike(path);
  const root = new RootCommand();
  for (const command of commands) describe(root, command);
  return captured(() => root.parse([...given]));
}

/** The library writes with console.log and returns nothing. */
function captured(work: () => void): string {
  const { log } = console;
  let written = '';
  console.log = (text: string) => {
    written += `${text}\n`;
  };
  try {
    work();
  } finally {
    console.log = log;
  }
  return written;
}

function describe(root: RootCommand, command: Command): void {
  const described = root.command(command.name, command.summary);
  for (const [name, { kind, summary, short, choices = [] }] of Object.entries(allFlags(command))) {
    if (kind === 'switch') described.option(name, summary, short);
    // A handler, even an empty one, marks the flag as taking a value.
    else described.option(name, summary, (add) => choices.forEach((choice) => add(choice, '')), short);
  }
  const { verbs } = command;
  if (verbs) described.argument('verb', (add) => verbs.forEach((verb) => add(verb, '')));
}

/** The path that the last word begins; undefined if no path is possible there. */
function pathAt(words: readonly string[], commands: readonly Command[]): string | undefined {
  const [name, ...rest] = words;
  const command = commands.find((each) => each.name === name);
  const last = rest.at(-1);
  if (!command || last === undefined || last.startsWith('-')) return undefined;
  const flags = allFlags(command);
  const flagOf = (word: string | undefined) => (word?.startsWith('--') ? flags[word.slice(2)] : undefined);
  const flag = flagOf(rest.at(-2));
  if (flag && flag.kind !== 'switch') return flag.path || flag.kind === 'file' ? last : undefined;
  const positional = rest
    .slice(0, -1)
    .filter((word, index) => !word.startsWith('-') && (flagOf(rest[index - 1])?.kind ?? 'switch') === 'switch').length;
  return command.paths?.includes(positional) ? last : undefined;
}

/** Directives as numbered by cobra, from which the scripts come. */
const [noSpace, noFiles] = [2, 4];
const mostPaths = 200;

function pathsLike(begun: string): string {
  const folder = begun.endsWith('/') ? begun : dirname(begun);
  const start = begun.endsWith('/') ? '' : basename(begun);
  const before = begun.slice(0, begun.length - start.length);
  const found = entriesOf(folder)
    .filter(({ name }) => name.startsWith(start) && (start.startsWith('.') || !name.startsWith('.')))
    .slice(0, mostPaths)
    .map((entry) => `${before}${entry.name}${entry.isDirectory() ? '/' : ''}`);
  // With a single folder the person continues into it, so no space follows.
  const directive = found.length === 1 && found[0]?.endsWith('/') ? noSpace + noFiles : noFiles;
  return [...found, `:${directive}`, ''].join('\n');
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder || '.', { withFileTypes: true });
  } catch {
    return [];
  }
}
