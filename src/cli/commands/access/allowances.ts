import { CandorError } from '../../../errors.ts';
import { periods, type Allowance, type Period } from '../../../workspaces/spending.ts';
import type { Command } from '../../command.ts';
import { formatTable } from '../../output/table.ts';

export const allowances: Command = {
  name: 'allowances',
  summary: 'Show and set the limits of a workspace and its keys per minute, day and month.',
  usage: 'allowances   or   allowances --per PERIOD [--key ID] [--asks N] [--tokens N]',
  positionals: [0, 0],
  flags: {
    per: { kind: 'text', value: 'PERIOD', choices: periods, summary: 'Set the limits of this window (UTC).' },
    key: { kind: 'text', value: 'ID', summary: 'Of this API key. Default: of the whole workspace.' },
    asks: { kind: 'integer', value: 'N', summary: 'Questions, searches and checks of texts. Default: no limit.' },
    tokens: { kind: 'integer', value: 'N', summary: 'Model tokens, input and output together. Default: no limit.' },
  },
  examples: ['allowances', 'allowances --per day --asks 500 --tokens 1000000', 'allowances --per month'],
  notes:
    'With neither --asks nor --tokens the limits of the window are taken away. The command line itself is not counted.',
  async run(context) {
    const { flags } = context;
    const period = flags.text('per')?.toUpperCase() as Period | undefined;
    const limits = { holderId: flags.text('key'), maxAsks: flags.integer('asks'), maxTokens: flags.integer('tokens') };
    if (period === undefined && Object.values(limits).some((limit) => limit !== undefined))
      throw new CandorError('BAD_INPUT', 'allowances needs --per to set a limit.', {
        remedy: 'Write --per minute, --per day or --per month.',
      });
    return context.withApp(async (app, caller) => {
      if (period !== undefined) await app.identity.setAllowance(caller, { period, ...limits });
      const found = await app.identity.allowances(caller);
      context.print({ json: { allowances: found }, text: allowanceTable(found) });
      return 0;
    });
  },
};

function allowanceTable(found: readonly Allowance[]): string {
  if (found.length === 0) return 'No allowances: nothing is limited.';
  const limit = (used: number, most: number | null) =>
    most === null ? '–' : `${used.toLocaleString('en')} of ${most.toLocaleString('en')}`;
  return formatTable(
    ['of', 'per', 'questions', 'tokens'].map((title) => ({ title })),
    found.map((each) => [
      each.holderId ?? 'workspace',
      each.period.toLowerCase(),
      limit(each.usedAsks, each.maxAsks),
      limit(each.usedTokens, each.maxTokens),
    ]),
  );
}
