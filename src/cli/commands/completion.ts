import { CandorError } from '../../errors.ts';
import type { Command } from '../command.ts';
import { completionScript, shells } from '../completion.ts';

export const completion: Command = {
  name: 'completion',
  summary: 'Print what a shell loads so that Tab completes commands, flags and paths.',
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
