import { CandorError } from '../../../errors.ts';
import { type Action, type Command, type CommandContext, printed } from '../../command.ts';

export const erase: Command = {
  name: 'erase',
  summary: 'Erase a person, an API key or the whole workspace for good.',
  usage: 'erase person ID [--author NAME]   or   erase workspace --confirm NAME',
  positionals: [1, 2],
  flags: {
    author: { kind: 'text', value: 'NAME', summary: 'Erase the documents of this author, too (person).' },
    confirm: { kind: 'text', value: 'NAME', summary: 'The exact name of the workspace (workspace).' },
  },
  examples: ['erase person 01900000-0000-7000-8000-00000000000a', 'erase workspace --confirm "Acme"'],
  notes:
    'The id of a person or key stands in runs and in the audit. There is no way back but a backup; what backups hold is not reached.',
  run: async (context) => printed(context, readAction(context)),
};

/** Checks the arguments before anything is opened. */
function readAction({ positionals: [what, id], flags }: CommandContext): Action {
  const name = flags.text('confirm');
  if (what === 'person' && id !== undefined) return person(id, flags.text('author'));
  if (what === 'workspace' && id === undefined && name !== undefined) return workspace(name);
  throw new CandorError('BAD_INPUT', 'What to erase is not clear.', { remedy: `Usage: candor ${erase.usage}` });
}

function person(id: string, author: string | undefined): Action {
  return async (app, caller) => {
    const erased = await app.erasure.person(caller, id, { author });
    const { runCount, feedbackCount, documentCount, auditCount } = erased;
    return {
      json: erased,
      text: `Erased: ${runCount} runs, ${feedbackCount} judgements, ${documentCount} documents, texts of ${auditCount} audit entries.`,
    };
  };
}

function workspace(name: string): Action {
  return async (app, caller) => {
    await app.erasure.workspace(caller, name);
    return { json: { workspaceId: caller.workspaceId }, text: `Erased the workspace ${name}.` };
  };
}
