import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChatModel } from '../../src/models/chat.ts';
import { openOpenaiChat } from '../../src/models/providers/openaiChat.ts';
import { startOpenaiServer, type OpenaiServer } from '../support/openaiServer.ts';
import { answered } from './drain.ts';
import { shownSentences } from './matrix.ts';
import { openAgent, type OpenAgent } from './openAgent.ts';

const pages = [
  'policies/refund-policy.2025-07-01.md',
  'plans/compare-plans.md',
  'plans/change-plan.md',
  'plans/add-ons.md',
  'refunds/label-refunds.md',
  'billing/payouts.md',
  'shipping/pickups.md',
];

interface Worded {
  readonly question: string;
  /** Parts of the sentences that state the answer, as a good model names them. */
  readonly stated: readonly string[];
  /** What it says of some of these. */
  readonly claims: readonly (readonly [text: string, ...stated: readonly string[]])[];
}

const period = 'returned within 45 days';
const fee = 'restocking fee of 8%';
const worded: readonly Worded[] = [
  {
    question: 'Can I send back a printer I already opened?',
    stated: [period, fee],
    claims: [
      ['Yes, you can return opened hardware within 45 days of delivery.', period],
      ['You then pay a restocking fee of 8 percent.', fee],
    ],
  },
  {
    question: 'How does Growth compare with Scale in price?',
    stated: ['Plan: Growth', 'Plan: Scale'],
    claims: [['Growth costs €59 a month, whereas Scale costs €179 a month.', 'Plan: Growth', 'Plan: Scale']],
  },
  {
    question: 'Wie lange kann ich Hardware zurückgeben?',
    stated: [period],
    claims: [['Hardware kann innerhalb von 45 Tagen nach der Lieferung zurückgegeben werden.', period]],
  },
  {
    question: 'Quanto tempo ho per restituire uno scanner?',
    stated: [period],
    claims: [['Puoi restituire l’hardware entro 45 giorni dalla consegna.', period]],
  },
  {
    question: 'How many staff can I have on Growth?',
    stated: ['Staff seats'],
    claims: [['Growth lets you have 8 staff members.', 'Staff seats']],
  },
  {
    question: 'When do I get my money after an order?',
    stated: ['available 2 business days', 'paid out every Monday'],
    claims: [
      ['The money is available two business days after payment.', 'available 2 business days'],
      ['It is transferred on Mondays unless you change that.', 'paid out every Monday'],
    ],
  },
  {
    question: 'What is the restocking fee on an opened BP-4 printer?',
    stated: [fee, 'costs €149'],
    claims: [['8% of €149 is €11.92.', fee, 'costs €149']],
  },
  {
    question: 'Do I get cash for a voided label?',
    stated: ['not paid out in cash'],
    claims: [['No, you can only spend the credit on further labels.', 'not paid out in cash']],
  },
  {
    question: 'Can I pause my shop over the winter, and what does that cost?',
    stated: ['paused for up to 6 months', 'paused shop costs €9'],
    claims: [
      ['Yes, for as long as half a year.', 'paused for up to 6 months'],
      ['You pay nine euros per month in that time.', 'paused shop costs €9'],
    ],
  },
  {
    question: 'How much of my payouts is held back when I am new?',
    stated: ['hold back 10%', 'released 45 days'],
    claims: [
      ['10% of every payout is withheld for your first 90 days.', 'hold back 10%'],
      ['You receive it 45 days later.', 'released 45 days'],
    ],
  },
  {
    question: 'the dirver came but we had nothign ready, do i pya',
    stated: ['costs €6'],
    claims: [['What you are looking for is costs €6.', 'costs €6']],
  },
];

let agent: OpenAgent;
let server: OpenaiServer;
let chat: ChatModel;
let writes = true;

beforeAll(async () => {
  server = await startOpenaiServer({
    chat: (call) => {
      const prompt = call.messages[1]?.content ?? '';
      const asked = JSON.parse(/Question: (".*")$/s.exec(prompt)?.[1] ?? '""') as string;
      const one = worded.find(({ question }) => question === asked);
      if (!one || call.messages[0]?.content.startsWith('You answer a question') !== true)
        return { json: { queries: [] } };
      const shown = [...shownSentences(call)];
      const numbersOf = (stated: readonly string[]) =>
        stated.flatMap((part) => shown.find(([, text]) => text.includes(part))?.[0] ?? []);
      const claims = one.claims.map(([text, ...stated]) => ({ text, sentences: numbersOf(stated) }));
      return { json: { sentences: numbersOf(one.stated), claims: writes ? claims : [], missing: null } };
    },
  });
  chat = openOpenaiChat({ serverUrl: server.url, apiKey: 'k', model: 'm' });
  agent = await openAgent();
  const read = async (key: string) => ({
    key,
    text: await readFile(`sample/knowledge/${key}`, 'utf8'),
    format: 'MARKDOWN' as const,
  });
  await agent.take(await Promise.all(pages.map(read)));
});
afterAll(async () => {
  await agent.close();
  await server.close();
});

test.each(worded)(
  'a faithful wording takes nothing away from the sentence numbers: $question',
  async ({ question, stated }) => {
    const asking = async (isWorded: boolean) => {
      writes = isWorded;
      return agent.ask(question, { budget: { maxMillis: 120_000 } }, { chat });
    };
    const numbers = await asking(false);
    const words = await asking(true);
    expect(words.type).toBe(numbers.type);
    if (numbers.type !== 'Answer') return;
    const [before, after] = [answered(numbers), answered(words)].map(({ citations }) =>
      stated.filter((part) => citations.some(({ quote }) => quote.includes(part))),
    );
    expect(after).toEqual(before);
    expect(before).not.toEqual([]);
  },
);
