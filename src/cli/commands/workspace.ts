import type { App, Workspace } from '../../app.ts';
import { CandorError } from '../../errors.ts';
import type { BudgetChange } from '../../workspaces/budget.ts';
import type { Caller } from '../../workspaces/caller.ts';
import type { Command, CommandContext } from '../command.ts';
import type { FlagReader } from '../flags.ts';
import { formatTable } from '../table.ts';

const unset = { maxMillis: null, maxRounds: null, maxTokens: null };

export const workspace: Command = {
  name: 'workspace',
  summary: 'Show a workspace, and set what its questions may spend.',
  usage: 'workspace [flags]',
  positionals: [0, 0],
  flags: {
    'default-millis': { kind: 'integer', value: 'N', summary: 'Milliseconds of a question that says nothing, 50 to 120,000.' },
    'default-rounds': { kind: 'integer', value: 'N', summary: 'Its rounds of retrieval, 1 to 5.' },
    'default-tokens': { kind: 'integer', value: 'N', summary: 'Its model tokens, 0 to 200,000; 0: no model is called.' },
    'max-millis': { kind: 'integer', value: 'N', summary: 'Milliseconds that no question exceeds.' },
    'max-rounds': { kind: 'integer', value: 'N', summary: 'Rounds that no question exceeds.' },
    'max-tokens': { kind: 'integer', value: 'N', summary: 'Model tokens that no question exceeds.' },
    'reset-budget': { kind: 'switch', summary: 'Back to Candor\'s own limits, but for those of the other flags.' },
  },
  notes: 'Limits that are not given stay as they are. A preset with limits of its own keeps them where the workspace has set no default.',
  async run(context) {
    return context.withApp(async (app, caller) => {
      const found = await findOrChange(app, caller, context);
      context.print({ json: found, text: workspaceText(found) });
      return 0;
    });
  },
};

async function findOrChange(app: App, caller: Caller, { flags }: CommandContext): Promise<Workspace> {
  const { defaults, ceilings } = readChange(flags);
  const changes = [...Object.values(defaults ?? {}), ...Object.values(ceilings ?? {})].some((limit) => limit !== undefined);
  if (changes) return app.knowledge.setBudget(caller, { defaults, ceilings });
  const found = await app.workspaces.find(caller.workspaceId, caller.accessGroups);
  if (!found) throw new CandorError('NOT_FOUND', 'There is no such workspace.', { details: { workspaceId: caller.workspaceId } });
  return found;
}

function readChange(flags: FlagReader): BudgetChange {
  const rest = flags.isOn('reset-budget') ? unset : {};
  const limits = (side: 'default' | 'max') => {
    const given = { maxMillis: flags.integer(`${side}-millis`), maxRounds: flags.integer(`${side}-rounds`), maxTokens: flags.integer(`${side}-tokens`) };
    return { ...rest, ...Object.fromEntries(Object.entries(given).filter(([, limit]) => limit !== undefined)) };
  };
  return { defaults: limits('default'), ceilings: limits('max') };
}

function workspaceText({ id, name, documentCount, chunkCount, curatedAnswerCount, embedder, retentionDays, budget: { defaults, ceilings } }: Workspace): string {
  const count = (limit: number) => limit.toLocaleString('en');
  const rows = [
    ['milliseconds', count(defaults.maxMillis), count(ceilings.maxMillis)],
    ['rounds', count(defaults.maxRounds), count(ceilings.maxRounds)],
    ['model tokens', count(defaults.maxTokens), count(ceilings.maxTokens)],
  ];
  return [
    `${name} (${id})`,
    `${count(documentCount)} documents, ${count(chunkCount)} chunks, ${count(curatedAnswerCount)} curated answers; embedder ${embedder ?? 'none yet'}; deleted documents are kept ${count(retentionDays)} days`,
    '',
    formatTable([{ title: 'a question' }, { title: 'takes', align: 'right' }, { title: 'at most', align: 'right' }], rows),
  ].join('\n');
}
