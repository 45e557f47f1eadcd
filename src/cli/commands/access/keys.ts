import type { ApiKey, App } from '../../../app/app.ts';
import { CandorError } from '../../../errors.ts';
import { roles, scopes, type Role, type RunAccess, type Scope } from '../../../workspaces/caller.ts';
import type { KeyRequest } from '../../../workspaces/keys.ts';
import type { Command, CommandContext, Report } from '../../command.ts';
import { nearest } from '../../../knowledge/language/nearest.ts';
import type { FlagReader } from '../../flags.ts';
import { formatTable } from '../../output/table.ts';

const actions = ['create', 'list', 'rotate', 'revoke'] as const;
/** Given in place of a list of groups: every document. */
const everything = '*';

export const keys: Command = {
  name: 'keys',
  summary: 'Create, list, rotate and revoke the API keys of a workspace.',
  usage:
    'keys create --name NAME [--role ROLE] [--scopes A,B] [--groups A,B] [--expires DATE] [--origins A,B]   or   keys list   or   keys rotate ID [--overlap HOURS]   or   keys revoke ID',
  positionals: [1, 2],
  verbs: actions,
  flags: {
    name: { kind: 'text', value: 'NAME', summary: 'What the key is for (create).' },
    role: { kind: 'text', value: 'ROLE', choices: roles, summary: 'What the key allows (create). Default: READER.' },
    groups: {
      kind: 'list',
      value: 'A,B',
      summary: `Access groups of the key (create); ${everything} for all of them. Default: none for READER, all for EDITOR and ADMIN.`,
    },
    scopes: {
      kind: 'list',
      value: 'A,B',
      summary: 'Part of the role: ask, read, write, admin (create). Default: all of it.',
    },
    expires: {
      kind: 'text',
      value: 'DATE',
      summary: 'When the key expires, e.g. 2027-01-31 or an instant (create). Default: never.',
    },
    origins: {
      kind: 'list',
      value: 'A,B',
      summary: 'Create a public key for pages of these origins; it can only ask, over documents open to all (create).',
    },
    runs: {
      kind: 'text',
      value: 'WHOSE',
      choices: ['own', 'all'],
      summary: 'Runs that it may read (create). Default: own for READER, all for EDITOR and ADMIN.',
    },
    overlap: {
      kind: 'integer',
      value: 'HOURS',
      summary: 'How long the old secret keeps working (rotate), 0 to 720. Default: 24.',
    },
  },
  examples: [
    'candor keys create --name "help page"',
    "keys create --name sync --role EDITOR --groups '*'",
    'candor keys list',
    'candor keys revoke 01900000-0000-7000-8000-000000000001',
  ],
  notes:
    'READER asks and reads, EDITOR also changes knowledge, ADMIN also manages keys, retention and budget. A key reads the documents that are open to all, and those of its groups. The secret is shown once and stored only as a hash.',
  async run(context) {
    const action = readAction(context);
    return context.withApp(async (app, { workspaceId }) => {
      context.print(await action(app, workspaceId));
      return 0;
    });
  },
};

type Action = (app: App, workspaceId: string) => Promise<Report>;

/** Checks the arguments before anything is opened. */
function readAction({ positionals, flags }: CommandContext): Action {
  const [action = '', id, name = flags.text('name')] = positionals;
  if (action === 'create')
    return create(readRequest(required(id === undefined ? name : undefined, '--name NAME', 'keys create'), flags));
  if (action === 'rotate') return rotate(required(id, 'ID', 'keys rotate'), flags.integer('overlap'));
  if (action === 'revoke') return revoke(required(id, 'ID', 'keys revoke'));
  if (action === 'list' && id === undefined) return list;
  const suggestion = nearest(action, actions);
  throw new CandorError('BAD_INPUT', `"keys ${positionals.join(' ')}" is not known.`, {
    remedy:
      suggestion && suggestion !== action ? `Did you mean "candor keys ${suggestion}"?` : `Usage: candor ${keys.usage}`,
  });
}

function required(value: string | undefined, what: string, where: string): string {
  if (value) return value;
  throw new CandorError('BAD_INPUT', `${where} needs ${what}.`, { remedy: `Write candor ${where} ${what}.` });
}

function readGroups(groups: readonly string[] | undefined): readonly string[] | null | undefined {
  return groups?.includes(everything) ? null : groups;
}

function readRequest(name: string, flags: FlagReader): KeyRequest {
  return {
    name,
    role: (flags.text('role') ?? 'READER') as Role,
    accessGroups: readGroups(flags.list('groups')),
    scopes: readScopes(flags.list('scopes')),
    expiresAt: readExpiry(flags.text('expires')),
    origins: flags.list('origins'),
    runs: flags.text('runs')?.toUpperCase() as RunAccess | undefined,
  };
}

function readScopes(given: readonly string[] | undefined): readonly Scope[] | undefined {
  return given?.map((word) => {
    const scope = scopes.find((each) => each === word.toUpperCase());
    if (scope) return scope;
    throw new CandorError('BAD_INPUT', `--scopes does not know "${word}".`, {
      remedy: `Write --scopes with ${scopes.map((each) => each.toLowerCase()).join(', ')}, separated by commas.`,
    });
  });
}

function readExpiry(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const instant = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2}))?$/.test(text) ? new Date(text) : undefined;
  if (instant && !Number.isNaN(instant.getTime())) return instant;
  throw new CandorError('BAD_INPUT', `--expires must be a date or an instant in ISO 8601 (got "${text}").`, {
    remedy: 'Write --expires 2027-01-31, or --expires 2027-01-31T09:00:00Z.',
  });
}

function create({ name, role, accessGroups, ...limits }: KeyRequest): Action {
  return async (app, workspaceId) => {
    const { key, secret } = await app.keys.create(workspaceId, name, role, accessGroups, limits);
    const text = `${secret}\n\nKey ${key.id} (${key.name}, ${key.role}) of workspace ${workspaceId}. It has the scopes ${key.scopes.join(', ').toLowerCase()}, and reads ${readsText(key)}. The secret above is not shown again.`;
    return { json: { key, secret, workspaceId }, text };
  };
}

function rotate(id: string, hours: number | undefined): Action {
  return async (app, workspaceId) => {
    const { key, secret } = await app.keys.rotate(workspaceId, id, hours === undefined ? undefined : hours * 3_600);
    const until = key.previousSecretUntil?.toISOString() ?? 'now';
    return {
      json: { key, secret, workspaceId },
      text: `${secret}\n\nKey ${key.id} (${key.name}) has this new secret, which is not shown again. The old one works until ${until}.`,
    };
  };
}

const list: Action = async (app, workspaceId) => {
  const found = await app.keys.list(workspaceId);
  return {
    json: { workspaceId, keys: found },
    text: found.length > 0 ? keyTable(found) : 'No keys. "candor keys create --name NAME" makes one.',
  };
};

function groupsText(groups: ApiKey['accessGroups']): string {
  if (groups === null) return 'all';
  return groups.length > 0 ? groups.join(', ') : '–';
}

function readsText({ accessGroups }: ApiKey): string {
  if (accessGroups === null) return 'every document';
  return accessGroups.length > 0
    ? `the documents open to all and those of ${accessGroups.join(', ')}`
    : 'the documents open to all';
}

function keyTable(found: readonly ApiKey[]): string {
  const day = (instant: Date | null) => instant?.toISOString().slice(0, 10) ?? '–';
  const rows = found.map((key) => [
    key.id,
    key.name,
    key.role,
    key.scopes.join(', ').toLowerCase(),
    groupsText(key.accessGroups),
    key.origins?.join(', ') ?? '–',
    day(key.createdAt),
    day(key.lastUsedAt),
    day(key.expiresAt),
    day(key.revokedAt),
  ]);
  const titles = ['key', 'name', 'role', 'scopes', 'groups', 'origins', 'created', 'last used', 'expires', 'revoked'];
  return formatTable(
    titles.map((title) => ({ title })),
    rows,
  );
}

function revoke(id: string): Action {
  return async (app, workspaceId) => {
    await app.keys.revoke(workspaceId, id);
    return { json: { revoked: id, workspaceId }, text: `Key ${id} is revoked.` };
  };
}
