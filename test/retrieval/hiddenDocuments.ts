import { ask, buildGraph } from '../../src/agent/ask.ts';
import type { AgentParts } from '../../src/agent/parts/parts.ts';
import { checkRequest } from '../../src/agent/resolveRequest.ts';
import { createRandom } from '../../src/stats.ts';
import type { Database } from '../../src/db/database.ts';
import { deleteDocument } from '../../src/knowledge/store/documents.ts';
import type { DocumentInput } from '../../src/knowledge/document.ts';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { silentLog } from '../../src/log.ts';
import type { Embedder } from '../../src/models/embedder.ts';
import { outcomeOf } from '../agent/drain.ts';
import { newWorkspace, raw } from '../support/database.ts';
import { inlineParser } from '../support/parser.ts';
import { search } from './search.ts';

/** What an asker without groups must not notice. */
interface Hidden {
  readonly document: DocumentInput;
  readonly how: 'RESTRICTED' | 'DRAFT' | 'DELETED' | 'PURGED' | 'FUTURE';
}

export interface Parts {
  readonly database: Database;
  readonly embedder: Embedder;
}

/** Over 20 words each, so that copies of them are told; some are copies of one another in all but a word. */
const texts = [
  'A day ticket for the cable car costs 24 euros. Children under six ride free, and dogs pay half of what their owners pay at the till.',
  'Banknotes are accepted at the till. A planner for tours hangs at the station beside the timetable, where the guides meet before each tour begins.',
  'The cable car runs from 8:30 to 17:00 from May to October. In winter the cable car rests, and the buses take the skiers up.',
  'A season ticket for the cable car costs 240 euros. It is valid from May to October and is sold at the till of the valley station.',
  'The summit restaurant serves soup, bread and cake until the last descent. Tables on the terrace are reserved by telephone one day before.',
  'Bicycles are carried on the first and on the last descent. The guard fastens each bicycle outside the cabin with two straps of leather.',
  'The night bus leaves the harbour every forty minutes. Its drivers sell single tickets, and passes of the ferry are valid on it as well.',
  'The night bus leaves the harbour every forty minutes. Its drivers sell single tickets, and passes of the ferry are valid on it too, always.',
  'Lost property is kept for ninety days at the office of the harbour master. Umbrellas are given to the theatre when nobody asks for them.',
  'The ferry to the island takes fifty minutes. It crosses six times a day in summer and three times a day in every other season.',
  'Sailing lessons begin on Mondays at nine. Beginners need a life jacket, which the school lends them, and shoes with soles of rubber.',
  'Membership of the sailing school ends with the calendar year. A member who moves away is refunded the months that are left, on request.',
];
export const visible: readonly DocumentInput[] = texts.map((text, number) => ({
  key: `visible/${number}.txt`,
  text,
  format: 'PLAIN_TEXT',
  language: 'en',
}));
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z]{3,}/g) ?? [];
const words = [...new Set(texts.flatMap(wordsOf))];
const asking = [
  'How much does',
  'How many of',
  'How far is',
  'How long takes',
  'How often comes',
  'How soon ends',
  'What time is',
  'Which time has',
  'What is',
  'Who asks for',
];
/** Each is answered by one of the texts. */
const answerable = [
  'What does a day ticket for the cable car cost?',
  'What is accepted at the till?',
  'What does a season ticket for the cable car cost?',
  'What does the summit restaurant serve?',
  'How is each bicycle fastened outside the cabin?',
  'How long is lost property kept?',
  'How long does the ferry to the island take?',
  'When do sailing lessons begin?',
  'When does membership of the sailing school end?',
];
const unknown = [
  'bankruptcy',
  'harbinger',
  'plumber',
  'membrane',
  'zeppelin',
  'ferrous',
  'sailcloth',
  'gardening',
  'terraces',
  'jackets',
];

export type Draw = ReturnType<typeof createDraw>;

export function createDraw(seed: number) {
  const random = createRandom(seed);
  const below = (count: number) => Math.floor(random() * count);
  const one = <Item>(list: readonly Item[]): Item => list[below(list.length)]!;
  /** Another word that looks like it: a letter lost, doubled, swapped or added. */
  const lookalike = (word: string): string => {
    const at = 1 + below(word.length - 1);
    const [before, letter, after] = [word.slice(0, at), word[at]!, word.slice(at + 1)];
    return one([
      `${before}${after}`,
      `${before}${letter}${letter}${after}`,
      `${before}${after.slice(0, 1)}${letter}${after.slice(1)}`,
      `${word}s`,
      `${word}ingly`,
      `un${word}`,
    ]);
  };
  const question = (): string => {
    const asked = Array.from({ length: 2 + below(3) }, () =>
      one([one(words), one(words), one(words), lookalike(one(words)), one(unknown)]),
    );
    const quoted = below(12) === 0 ? ` "${asked.slice(0, 2).join(' ')}"` : '';
    return `${one(asking)} the ${asked.join(' ')}${quoted}${below(15) === 0 ? ` ${one(words).slice(0, 3)}*` : ''}?`;
  };
  return { below, one, lookalike, question, answerable: () => one(answerable) };
}

/** Documents that hold each word of the questions, words that look like those and like visible ones, and near copies of visible documents. */
export function hiddenFor(questions: readonly string[], draw: Draw): Hidden[] {
  const asked = questions.flatMap(wordsOf);
  const alike = [...asked, ...words.filter(() => draw.below(3) === 0)].flatMap((word) => [
    draw.lookalike(word),
    draw.lookalike(word),
  ]);
  const copies = texts.map((text) => text.replace(/ (\w+) (\w+)\.$/, ` $1 ${draw.one(words)}.`));
  const bodies = [
    `There was much debate about how many, how far, how long, how often and how soon, and what time. ${asked.join(' ')}.`,
    ...questions.slice(0, 6),
    alike.slice(0, 250).join(' '),
    alike.slice(250, 500).join(' '),
    ...copies,
    `${copies[6]!} ${copies[7]!}`,
  ];
  return bodies.filter(Boolean).map((text, number): Hidden => {
    const how = draw.one(['RESTRICTED', 'DRAFT', 'DELETED', 'PURGED', 'FUTURE'] as const);
    const bounds: Partial<DocumentInput> = {
      RESTRICTED: { accessGroups: ['board'] },
      DRAFT: { state: 'DRAFT' as const },
      DELETED: {},
      PURGED: {},
      FUTURE: { effectiveFrom: new Date('2200-01-01T00:00:00Z') },
    }[how];
    return {
      how,
      document: { key: `hidden/${number}.txt`, text, format: 'PLAIN_TEXT', language: 'en', ...bounds } as DocumentInput,
    };
  });
}

/** A workspace of the visible documents, with the hidden ones before, between and behind them. */
export async function fill(
  { database, embedder }: Parts,
  hidden: readonly Hidden[],
  shown: readonly DocumentInput[],
): Promise<string> {
  const workspace = await newWorkspace(database);
  const take = (documents: readonly DocumentInput[]) =>
    ingest({ database, embedder, parser: inlineParser, log: silentLog }, workspace, documents);
  const each = Math.ceil(hidden.length / shown.length);
  for (const [position, document] of shown.entries()) {
    const now = hidden.slice(position * each, (position + 1) * each);
    const { results } = await take([...now.map((one) => one.document), document]);
    for (const [index, { how }] of now.entries()) {
      if (how === 'DELETED' || how === 'PURGED')
        await deleteDocument(
          database,
          { workspaceId: workspace, accessGroups: null },
          results[index]!.documentId!,
          how === 'PURGED',
        );
    }
  }
  // Beside old documents a new one stands out, but not beside those that nobody sees.
  await database.inWorkspace(workspace, (transaction) => transaction.query(age, [workspace]));
  return workspace;
}

const age = raw(
  `update document set created_at = created_at - interval '30 days' where workspace_id = $1 and key like 'hidden/%'`,
);

/** Sums of the same parts in another order differ in their last bits. */
const rounded = (_key: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toPrecision(9)) : value;
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value, rounded));

/** Everything that one search tells the asker; ids differ from workspace to workspace and are told by their documents' keys. */
export async function searched(
  parts: Parts,
  workspace: string,
  question: string,
  accessGroups: readonly string[] = ['sales'],
): Promise<unknown> {
  const found = await search(parts, workspace, question, { accessGroups, settings: { maxDistance: 2 } });
  const keys = new Map(
    [...found.passages, ...found.further].flatMap(({ chunkId, documentKey, duplicates }) => [
      [chunkId, documentKey] as const,
      ...duplicates.map((copy) => [copy.chunkId, copy.documentKey] as const),
    ]),
  );
  return plain({
    passages: [...found.passages, ...found.further].map(
      ({ documentKey, rank, score, coverage, windows, trace, duplicates, duplicateGroup }) => ({
        documentKey,
        rank,
        score,
        coverage,
        windows,
        trace,
        copies: duplicates.map((copy) => copy.documentKey),
        alone: duplicateGroup === null,
      }),
    ),
    candidates: found.candidates.map(({ documentKey, score }) => [documentKey, score]),
    orders: [found.vectorOrder, found.keywordOrder].map((order) => order.map((id) => keys.get(id) ?? 'not read')),
    idf: [...found.idf].toSorted(),
    unknown: found.unknown.toSorted(),
    searchConfig: found.searchConfig,
    degraded: found.degraded,
  });
}

/** What one ask answers, with how sure it is and why. */
export async function asked(
  parts: Parts,
  workspace: string,
  question: string,
  accessGroups: readonly string[] = ['sales'],
): Promise<unknown> {
  const agent: AgentParts = {
    ...parts,
    chat: null,
    reranker: null,
    log: silentLog,
    aliasesIn: () => Promise.resolve([]),
    saveRun: () => Promise.resolve(),
  };
  const outcome = await outcomeOf(
    ask(buildGraph(agent), agent, checkRequest({ workspaceId: workspace, accessGroups }, { question })),
  );
  const { type, confidence, tier } = outcome;
  const said =
    outcome.type === 'Answer'
      ? {
          text: outcome.text,
          quotes: outcome.citations.map(({ quote }) => quote),
          notices: outcome.notices.map(({ kind, message }) => [kind, message.replaceAll(/\d+ \w+ 20\d\d/g, 'DATE')]),
          conflicts: outcome.conflicts.map(({ sides }) => sides.map(({ value }) => value)),
        }
      : { text: outcome.type === 'Abstention' ? outcome.message : outcome.text };
  return plain({
    type,
    stopReason: 'stopReason' in outcome ? outcome.stopReason : null,
    value: confidence.value,
    tier,
    signals: confidence.signals,
    ...said,
  });
}
