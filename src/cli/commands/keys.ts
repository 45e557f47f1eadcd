import type { ApiKey, App } from '../../app.ts';
import { CandorError } from '../../errors.ts';
import type { Role } from '../../workspaces/caller.ts';
import type { Command, CommandContext, Report } from '../command.ts';
import { nearest } from '../nearest.ts';
import { formatTable } from '../table.ts';

const roles = ['READER', 'EDITOR', 'ADMIN'] as const;
const actions = ['create', 'list', 'revoke'] as const;
/** In place of a list of groups: every document. */
const everything = '*';

export const keys: Command = {
  name: 'keys',
  summary: 'Make, list and revoke the API keys of a workspace.',
  usage: 'keys create --name NAME [--role ROLE] [--groups A,B]   or   keys list   or   keys revoke ID',
  positionals: [1, 2],
  flags: {
    name: { kind: 'text', value: 'NAME', summary: 'What the key is for (create).' },
    role: { kind: 'text', value: 'ROLE', choices: roles, summary: 'What the key allows (create). Default: READER.' },
    groups: { kind: 'list', value: 'A,B', summary: `Access groups: which restricted documents it reads (create); ${everything} for all of them. Default: none for READER, all for EDITOR and ADMIN.` },
  },
  notes: 'READER asks and reads, EDITOR also changes knowledge, ADMIN also manages keys, retention and budget. A key reads the documents that are open to all, and those of its groups. The secret is shown once and stored only as a hash.',
  async run(context) {
    const action = readAction(context);
    return context.withApp(async (app, { workspaceId }) => {
      context.print(await action(app, workspaceId));
      return 0;
    });
  },
};

type Action = (app: App, workspaceId: string) => Promise<Report>;

/** Checks the words before anything is opened. */
function readAction({ positionals, flags }: CommandContext): Action {
  const [action = '', id, name = flags.text('name')] = positionals;
  if (action === 'create') return create(required(id === undefined ? name : undefined, '--name NAME', 'keys create'), (flags.text('role') ?? 'READER') as Role, readGroups(flags.list('groups')));
  if (action === 'revoke') return revoke(required(id, 'ID', 'keys revoke'));
  if (action === 'list' && id === undefined) return list;
  const suggestion = nearest(action, actions);
  throw new CandorError('BAD_INPUT', `"keys ${positionals.join(' ')}" is not known.`, { remedy: suggestion && suggestion !== action ? `Did you mean "candor keys ${suggestion}"?` : `Usage: candor ${keys.usage}` });
}

function required(value: string | undefined, what: string, where: string): string {
  if (value) return value;
  throw new CandorError('BAD_INPUT', `${where} needs ${what}.`, { remedy: `Write candor ${where} ${what}.` });
}

function readGroups(groups: readonly string[] | undefined): readonly string[] | null | undefined {
  return groups?.includes(everything) ? null : groups;
}

function create(name: string, role: Role, groups: readonly string[] | null | undefined): Action {
  return async (app, workspaceId) => {
    const { key, secret } = await app.keys.create(workspaceId, name, role, groups);
    const text = `${secret}\n\nKey ${key.id} (${key.name}, ${key.role}) of workspace ${workspaceId}. It reads ${readsText(key)}. The secret above is not shown again.`;
    return { json: { key, secret, workspaceId }, text };
  };
}

const list: Action = async (app, workspaceId) => {
  const found = await app.keys.list(workspaceId);
  return { json: { workspaceId, keys: found }, text: found.length > 0 ? keyTable(found) : 'No keys. "candor keys create --name NAME" makes one.' };
};

function groupsText(groups: ApiKey['accessGroups']): string {
  if (groups === null) return 'all';
  return groups.length > 0 ? groups.join(', ') : '–';
}

function readsText({ accessGroups }: ApiKey): string {
  if (accessGroups === null) return 'every document';
  return accessGroups.length > 0 ? `the documents open to all and those of ${accessGroups.join(', ')}` : 'the documents open to all';
}

function keyTable(found: readonly ApiKey[]): string {
  const rows = found.map(({ id, name, role, accessGroups, createdAt, revokedAt }) => [id, name, role, groupsText(accessGroups), createdAt.toISOString().slice(0, 10), revokedAt?.toISOString().slice(0, 10) ?? '–']);
  return formatTable([{ title: 'key' }, { title: 'name' }, { title: 'role' }, { title: 'groups' }, { title: 'created' }, { title: 'revoked' }], rows);
}

function revoke(id: string): Action {
  return async (app, workspaceId) => {
    await app.keys.revoke(workspaceId, id);
    return { json: { revoked: id, workspaceId }, text: `Key ${id} is revoked.` };
  };
}
