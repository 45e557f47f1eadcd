import type { RunRetention } from '../../../agent/runs/purgeRuns.ts';
import type { App, Workspace } from '../../../app/app.ts';
import type { Gate } from '../../../confidence/scale.ts';
import { CandorError } from '../../../errors.ts';
import { gateInUse } from '../../../learning/calibrations/calibration.ts';
import {
  type BudgetChange,
  cautions,
  checkGate,
  gateRange,
  type GateSetting,
  readGate,
  wordingDefault,
} from '../../../workspaces/settings.ts';
import type { Caller } from '../../../workspaces/caller.ts';
import type { Command, CommandContext } from '../../command.ts';
import { readWording, wordingFlag } from '../../askFlags.ts';
import type { FlagReader } from '../../flags.ts';
import { formatTable } from '../../output/table.ts';

const gateChoices = [
  ...cautions.map((caution) => caution.toLowerCase()),
  `${gateRange.from}..${gateRange.to}`,
  'default',
].join('|');

const unset = { maxMillis: null, maxRounds: null, maxTokens: null };

export const workspace: Command = {
  name: 'workspace',
  summary: 'Show a workspace; set its budget, its gate, whose words it answers in and how long runs are kept.',
  usage: 'workspace [flags]',
  positionals: [0, 0],
  flags: {
    'default-millis': {
      kind: 'integer',
      value: 'N',
      summary: 'Default time of a question in milliseconds, 50 to 120,000.',
    },
    'default-rounds': { kind: 'integer', value: 'N', summary: 'Default number of retrieval rounds, 1 to 5.' },
    'default-tokens': {
      kind: 'integer',
      value: 'N',
      summary: 'Default number of model tokens, 0 to 200,000; 0: no model is called.',
    },
    'max-millis': { kind: 'integer', value: 'N', summary: 'Highest time of a question in milliseconds.' },
    'max-rounds': { kind: 'integer', value: 'N', summary: 'Highest number of rounds of a question.' },
    'max-tokens': { kind: 'integer', value: 'N', summary: 'Highest number of model tokens of a question.' },
    'reset-budget': { kind: 'switch', summary: "Back to Candor's own limits, but for those of the other flags." },
    'keep-run-days': { kind: 'integer', value: 'N', summary: 'Days for which runs are kept, 1 to 36,500.' },
    'keep-runs': { kind: 'integer', value: 'N', summary: 'Number of runs to keep, the newest.' },
    gate: {
      kind: 'text',
      value: gateChoices,
      summary:
        'How sure an answer must be, where a question does not say: by name, or as a confidence on the scale that ships.',
    },
    wording: { ...wordingFlag, summary: 'Whose words answers have, where a question does not say.' },
  },
  examples: [
    'workspace',
    'workspace --gate strict',
    'workspace --wording written',
    'workspace --default-millis 5000 --max-tokens 20000',
  ],
  notes:
    'Limits that are not given stay as they are. A preset with limits of its own keeps them where the workspace has set no default.',
  async run(context) {
    const setting = readSetting(context.flags);
    const wording = readWording(context.flags);
    return context.withApp(async (app, caller) => {
      if (wording) await app.updateWorkspace(caller, { wording });
      const found = await findOrChange(app, caller, context, setting);
      const gate = gateInUse(await app.calibrations.active(caller, 'und'), found.gate);
      const runs = await keepRuns(app, caller, context.flags);
      context.print({ json: { ...found, gate, runs }, text: workspaceText(found, gate, runs) });
      return 0;
    });
  },
};

/**
 * Returns undefined to leave the gate as it is, null to reset it to the product's own.
 * @throws BAD_INPUT
 */
function readSetting(flags: FlagReader): GateSetting | null | undefined {
  const text = flags.text('gate');
  if (text === undefined) return undefined;
  if (text.toLowerCase() === 'default') return null;
  const setting = readGate(text);
  if (setting === undefined)
    throw new CandorError('BAD_INPUT', `--gate cannot be "${text}".`, {
      details: { flag: '--gate' },
      remedy: `Write --gate ${gateChoices}.`,
    });
  return checkGate(setting);
}

async function findOrChange(
  app: App,
  caller: Caller,
  { flags }: CommandContext,
  setting: GateSetting | null | undefined,
): Promise<Workspace> {
  const { defaults, ceilings } = readChange(flags);
  const changes = [...Object.values(defaults ?? {}), ...Object.values(ceilings ?? {})].some(
    (limit) => limit !== undefined,
  );
  const changed = changes ? await app.knowledge.setBudget(caller, { defaults, ceilings }) : undefined;
  if (setting !== undefined) return app.knowledge.setGate(caller, setting);
  if (changed) return changed;
  const found = await app.workspaces.find(caller.workspaceId, caller.accessGroups);
  if (!found)
    throw new CandorError('NOT_FOUND', 'There is no such workspace.', { details: { workspaceId: caller.workspaceId } });
  return found;
}

async function keepRuns(app: App, caller: Caller, flags: FlagReader): Promise<RunRetention> {
  const [days, count] = [flags.integer('keep-run-days'), flags.integer('keep-runs')];
  if (days === undefined && count === undefined) return app.runs.retention(caller);
  return app.runs.setRetention(caller, { days, count });
}

function readChange(flags: FlagReader): BudgetChange {
  const rest = flags.isOn('reset-budget') ? unset : {};
  const limits = (side: 'default' | 'max') => {
    const given = {
      maxMillis: flags.integer(`${side}-millis`),
      maxRounds: flags.integer(`${side}-rounds`),
      maxTokens: flags.integer(`${side}-tokens`),
    };
    return { ...rest, ...Object.fromEntries(Object.entries(given).filter(([, limit]) => limit !== undefined)) };
  };
  return { defaults: limits('default'), ceilings: limits('max') };
}

function workspaceText(
  {
    id,
    name,
    documentCount,
    chunkCount,
    curatedAnswerCount,
    embedder,
    retentionDays,
    wording,
    budget: { defaults, ceilings },
  }: Workspace,
  { caution, setTo, uncertainFrom }: Gate,
  runs: RunRetention,
): string {
  const count = (limit: number) => limit.toLocaleString('en');
  const rows = [
    ['milliseconds', count(defaults.maxMillis), count(ceilings.maxMillis)],
    ['rounds', count(defaults.maxRounds), count(ceilings.maxRounds)],
    ['model tokens', count(defaults.maxTokens), count(ceilings.maxTokens)],
  ];
  return [
    `${name} (${id})`,
    `${count(documentCount)} documents, ${count(chunkCount)} chunks, ${count(curatedAnswerCount)} curated answers; embedder ${embedder ?? 'none yet'}; deleted documents are kept ${count(retentionDays)} days, runs ${count(runs.days)} days and ${count(runs.count)} at most`,
    `answers in ${(wording ?? wordingDefault).toLowerCase()} words from a confidence of ${uncertainFrom.toFixed(2)} on (${caution?.toLowerCase() ?? `set to ${setTo}`})`,
    '',
    formatTable(
      [{ title: 'a question' }, { title: 'takes', align: 'right' }, { title: 'at most', align: 'right' }],
      rows,
    ),
  ].join('\n');
}
