import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { drawClaims, type MadeClaim } from '../../bench/claimJudge.ts';
import { isTrue, lieKinds, lies } from '../../bench/claimLies.ts';
import { truthKinds, truths } from '../../bench/claimTruths.ts';
import { openLibrary } from '../../bench/groundingDraw.ts';
import type { Library } from '../../bench/groundingMutation.ts';
import { readDocuments, sampleFolder } from '../../bench/groundingTexts.ts';
import { nothingSpent } from '../../src/agent/state/spent.ts';
import { locateClaims } from '../../src/agent/writing/locateClaims.ts';
import { settle } from '../../src/agent/writing/settle.ts';
import { howProven } from '../../src/agent/writing/standing.ts';
import type { VerifiedClaim } from '../../src/grounding/claims/verifyClaim.ts';
import { noVoids } from '../../src/grounding/place/voids.ts';
import { candidatesOf } from '../../src/grounding/sentences/candidates.ts';
import { silentLog } from '../../src/log.ts';
import { openChatEntailment } from '../../src/models/chatEntailment.ts';
import { openOpenaiChat } from '../../src/models/providers/openaiChat.ts';
import { readQuestion } from '../../src/retrieval/question/question.ts';
import { drawn } from '../support/cases.ts';
import { startOpenaiServer } from '../support/openaiServer.ts';

/** Other draws than those of `npm run bench claims`. */
const seed = 48;
const ofEach = drawn(4, 16);
const question = readQuestion('What is it?', { language: 'en' });

let told: { readonly lies: readonly VerifiedClaim[]; readonly truths: readonly VerifiedClaim[] };
beforeAll(async () => {
  const library: Library = await openLibrary(await readDocuments('knowledge', sampleFolder), []);
  const seedOf = (turn: number) => seed + turn;
  told = {
    lies: lieKinds.flatMap((kind, turn) =>
      drawClaims(lies[kind], library, ofEach, seedOf(turn), (claim, fact) => isTrue(kind, claim, fact)).flatMap(
        written,
      ),
    ),
    truths: truthKinds
      .flatMap((kind, turn) => drawClaims(truths[kind], library, ofEach, seedOf(turn)).flatMap(written))
      .filter(({ wording }) => wording !== 'VERBATIM'),
  };
});

const mostShown = 8;

/** A claim as `ask` locates it, of the sentence that it was made of. */
function written({ claim, quote, passages: [own] }: MadeClaim): VerifiedClaim[] {
  const all = candidatesOf(own);
  const place = Math.max(
    0,
    all.findIndex(({ text }) => text === quote),
  );
  const first = Math.max(0, place - mostShown / 2);
  const shown = all.slice(first, first + mostShown);
  return locateClaims([{ text: claim, sentences: [1 + place - first] }], question, shown, [own]);
}

/** How a judge errs: what it says of a statement that is true, and of one that is not. */
type Judge = (text: string, isTrue: boolean) => boolean;
const sum = (text: string) =>
  Array.from(text).reduce((total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);
const judges: Readonly<Record<string, Judge>> = {
  'says yes to all': () => true,
  'says no to all': () => false,
  'says yes to one lie in ten': (text, is) => is || sum(text) % 10 === 0,
  'knows all': (_text, is) => is,
};
/** The most lies and the fewest rewordings in a hundred that count as following by each judge. */
const bounds: Readonly<Record<string, readonly [lies: number, truths: number]>> = {
  'says yes to all': [0, 0],
  'says no to all': [0, 0],
  'says yes to one lie in ten': [1, 60],
  'knows all': [0, 70],
};

test.each(Object.keys(judges))('a judge that %s, over lies and faithful rewordings', async (name) => {
  const known = new Set(told.truths.map(({ draft }) => draft.text));
  const server = await startOpenaiServer({
    chat: (call) => ({
      json: {
        verdicts: [...(call.messages.at(-1)?.content ?? '').matchAll(/^Statement (\d+): (".*")$/gmu)].map(
          ([, number, json = '""']) => {
            const text = JSON.parse(json) as string;
            const says = judges[name]?.(text, known.has(text));
            return { number: Number(number), beyond: null, verdict: says ? 'follows' : 'open' };
          },
        ),
      },
    }),
  });
  onTestFinished(() => server.close());
  const entailment = openChatEntailment(openOpenaiChat({ serverUrl: server.url, apiKey: 'k', model: 'judge' }));
  const context = {
    signal: undefined,
    deadline: new AbortController().signal,
    millisLeft: 60_000,
    emit: () => undefined,
    note: () => undefined,
  };
  const request = { runId: 'run', budget: { maxMillis: 60_000, maxRounds: 1, maxTokens: 200_000 } };
  const following = async (claims: readonly VerifiedClaim[]) => {
    const found: string[] = [];
    for (const claim of claims) {
      const { verified } = await settle({ entailment, log: silentLog }, request, nothingSpent, context, [claim]);
      for (const one of verified)
        if (howProven(one, { question, voids: noVoids }) === 'ENTAILED') found.push(one.draft.text);
    }
    return found;
  };
  const [falsely, truly] = [await following(told.lies), await following(told.truths)];
  process.stdout.write(
    `${name}: ${falsely.length} of ${told.lies.length} lies, ${truly.length} of ${told.truths.length} rewordings\n`,
  );
  const [mostLies, fewestTruths] = bounds[name] ?? [0, 100];
  expect((100 * falsely.length) / told.lies.length, falsely.join('\n')).toBeLessThanOrEqual(mostLies);
  expect((100 * truly.length) / told.truths.length).toBeGreaterThanOrEqual(fewestTruths);
});
