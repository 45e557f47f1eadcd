import { CandorError } from '../../../errors.ts';
import type { Alias, AliasGroup } from '../../../knowledge/curated/aliases.ts';
import { type Action, type Command, type CommandContext, printed } from '../../command.ts';
import { formatTable, clip } from '../../output/table.ts';

const defaultCount = 100;
const tooWide = 60;

export const aliases: Command = {
  name: 'aliases',
  summary: 'List, save and delete words that mean the same in a workspace.',
  usage: 'aliases [flags]   or   aliases --add "TERM=SYNONYM, SYNONYM"   or   aliases --remove TERM|ID',
  positionals: [0, 0],
  flags: {
    add: {
      kind: 'text',
      value: 'TERM=SYNONYMS',
      summary: 'Save the words of the documents for a term, separated by commas; replaces what was saved for it.',
    },
    remove: { kind: 'text', value: 'TERM|ID', summary: 'Delete the alias of a term, or the one with an id.' },
    first: { kind: 'integer', value: 'N', least: 1, most: 100, summary: `How many to list. Default: ${defaultCount}.` },
    after: { kind: 'text', value: 'CURSOR', summary: 'Continue after a page: its endCursor.' },
  },
  examples: ['aliases', 'aliases --add "PTO=paid time off, annual leave"', 'aliases --remove PTO'],
  notes:
    'A question that finds little is asked again with another word of the alias in place of its own. Words match whole, whatever their case: give the plural too where it matters.',
  run: async (context) => printed(context, readAction(context)),
};

/** Checks the arguments before anything is opened. */
function readAction({ flags }: CommandContext): Action {
  const [add, remove] = [flags.text('add'), flags.text('remove')];
  if (add !== undefined && remove !== undefined)
    throw new CandorError('BAD_INPUT', '--add and --remove do not go together.', {
      remedy: 'Run the command once for each.',
    });
  if (add !== undefined) return save(readGroup(add));
  if (remove !== undefined) return drop(remove);
  return list({ first: flags.integer('first') ?? defaultCount, after: flags.text('after') });
}

function readGroup(text: string): AliasGroup {
  const [, term = '', synonyms = ''] = /^([^=]*)=(.*)$/su.exec(text) ?? [];
  const group = {
    term: term.trim(),
    synonyms: synonyms
      .split(',')
      .map((synonym) => synonym.trim())
      .filter(Boolean),
  };
  if (group.term && group.synonyms.length > 0) return group;
  throw new CandorError('BAD_INPUT', `--add "${text}" is not a term with its synonyms.`, {
    remedy: 'Write --add "TERM=SYNONYM, SYNONYM".',
  });
}

function save(group: AliasGroup): Action {
  return async (app, caller) => {
    const alias = await app.knowledge.saveAlias(caller, group);
    return { json: alias, text: `Saved: ${alias.term} = ${alias.synonyms.join(', ')}` };
  };
}

function drop(which: string): Action {
  return async (app, caller) => {
    const alias = await app.knowledge.deleteAlias(caller, which);
    return { json: { deleted: alias }, text: `Deleted: ${alias.term} = ${alias.synonyms.join(', ')}` };
  };
}

function list(page: { readonly first: number; readonly after: string | undefined }): Action {
  return async (app, caller) => {
    const { nodes, hasNextPage, endCursor } = await app.knowledge.listAliases(caller, page);
    const more = hasNextPage && endCursor ? `\n\nMore: --after ${endCursor}` : '';
    const text =
      nodes.length > 0 ? aliasTable(nodes) + more : 'No aliases. "candor aliases --add TERM=SYNONYM" saves one.';
    return { json: { nodes, pageInfo: { hasNextPage, endCursor } }, text };
  };
}

function aliasTable(found: readonly Alias[]): string {
  const rows = found.map(({ id, term, synonyms, updatedAt }) => [
    term,
    clip(synonyms.join(', '), tooWide),
    updatedAt.toISOString().slice(0, 10),
    id,
  ]);
  return formatTable([{ title: 'term' }, { title: 'documents say' }, { title: 'saved' }, { title: 'id' }], rows);
}
