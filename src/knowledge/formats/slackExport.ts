import { groupBy } from '../../stats.ts';
import { createDocumentWriter } from './documentWriter.ts';
import { createLineFinder, type JsonNode } from './json.ts';
import { maxRecords, tooManyRecords } from './limits.ts';
import type { ParsedDocument } from './parsed.ts';

type JsonObject = Extract<JsonNode, { kind: 'OBJECT' }>;

interface Message {
  /** Offset in the file. */
  readonly start: number;
  /** Seconds since 1970 with six decimals; the message's key in its channel. */
  readonly sent: string;
  readonly thread: string;
  readonly author: string;
  readonly text: string;
  readonly files: number;
}

const sentAt = /^\d{9,10}\.\d{6}$/;
/** Subtypes of notices: somebody joined, the topic changed. */
const notices = /^(?:channel|group|bot)_(?!message)|^(?:pinned_item|reminder_add|tombstone)$/;

/**
 * Parses a day of a channel as Slack exports it. Each message is a paragraph, `Ann Lee, 2025-03-03 09:12 UTC: words`;
 * answers in a thread follow its first message. Notices of who joined are left out. Returns undefined for any other
 * JSON.
 * @param root the tree of `text`
 * @throws DOCUMENT_TOO_LARGE beyond 20,000 messages
 */
export function parseSlackExport(text: string, root: JsonNode): ParsedDocument | undefined {
  const objects = objectsIn(root);
  if (!objects?.every((each) => valueOf(each, 'type') === 'message' && sentAt.test(valueOf(each, 'ts'))))
    return undefined;
  if (objects.length > maxRecords) throw tooManyRecords();
  const names = namesIn(objects);
  const messages = objects
    .filter((each) => !notices.test(valueOf(each, 'subtype')))
    .map((each) => messageOf(each, names))
    .filter((message) => message.text);
  const threads = groupBy(messages, ({ thread }) => thread);
  const lines = createLineFinder(text);
  const writer = createDocumentWriter('LINE');
  for (const { start, sent, author, text: words } of [...threads.values()].flat()) {
    const time = new Date(Number(sent) * 1_000).toISOString().slice(0, 16).replace('T', ' ');
    writer.write('PARAGRAPH', [{ text: `${author}, ${time} UTC: ${words}`, position: lines.place(start).line }]);
  }
  const files = messages.reduce((sum, each) => sum + each.files, 0);
  const unread = `${files} file${files === 1 ? '' : 's'} attached to messages: an export does not hold them.`;
  return { ...writer.finish(), problems: files > 0 ? [unread] : [] };
}

/** Returns undefined unless this is a list of objects. */
function objectsIn(root: JsonNode): JsonObject[] | undefined {
  const items = root.kind === 'ARRAY' ? root.items : [];
  const objects = items.flatMap((item) => (item.kind === 'OBJECT' ? [item] : []));
  return objects.length > 0 && objects.length === items.length ? objects : undefined;
}

const childOf = (object: JsonObject, key: string): JsonNode | undefined =>
  object.members.find((member) => member.key === key)?.value;

/** Returns a string value; '' if it is missing or not a string. */
function valueOf(object: JsonObject, key: string): string {
  const value = childOf(object, key);
  return value?.kind === 'SCALAR' && value.quoted ? value.text : '';
}

/** Maps user ids to names, as far as messages include profiles. */
function namesIn(objects: readonly JsonObject[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const object of objects) {
    const profile = childOf(object, 'user_profile');
    const named = profile?.kind === 'OBJECT' ? valueOf(profile, 'real_name') || valueOf(profile, 'display_name') : '';
    if (named) names.set(valueOf(object, 'user'), named);
  }
  return names;
}

function messageOf(object: JsonObject, names: ReadonlyMap<string, string>): Message {
  const [sent, user, files] = [valueOf(object, 'ts'), valueOf(object, 'user'), childOf(object, 'files')];
  return {
    start: object.start,
    sent,
    thread: valueOf(object, 'thread_ts') || sent,
    author: names.get(user) ?? (valueOf(object, 'username') || user || 'Somebody'),
    text: shownWords(valueOf(object, 'text'), names),
    files: files?.kind === 'ARRAY' ? files.items.length : 0,
  };
}

/**
 * Returns words as Slack shows them: names for ids, the words of links, no formatting marks. Crossed-out words are
 * removed, as elsewhere.
 */
function shownWords(text: string, names: ReadonlyMap<string, string>): string {
  return text
    .replaceAll(
      /<([@#!]?)([^<>|]{1,2000})(?:\|([^<>]{0,2000}))?>/g,
      (_, mark: string, what: string, label?: string) => {
        if (mark === '@') return `@${label ?? names.get(what) ?? what}`;
        if (mark === '#') return `#${label ?? what}`;
        if (mark === '!') return label ?? `@${what.replace(/\^.*/, '')}`;
        return label ?? what;
      },
    )
    .replaceAll(/(?<![\w~])~[^\s~](?:[^~\n]{0,500}[^\s~])?~(?![\w~])/g, '')
    .replaceAll(/(?<![\w*])\*([^\s*](?:[^*\n]{0,500}[^\s*])?)\*(?![\w*])/g, '$1')
    .replaceAll(/(?<!\w)_([^\s_](?:[^_\n]{0,500}[^\s_])?)_(?!\w)/g, '$1')
    .replaceAll(/`{1,3}/g, '')
    .replaceAll(/(?<!\w):[a-z][\w+-]{0,60}:(?!\w)/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .split(/\r\n|\n|\r/)
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n');
}
