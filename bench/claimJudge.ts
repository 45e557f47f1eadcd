import { inItsOwnWords, locateClaims } from '../src/agent/writing/locateClaims.ts';
import { mayAsk, verifiedBy } from '../src/agent/writing/settle.ts';
import { howProven } from '../src/agent/writing/standing.ts';
import { checkClaim, indexPassages } from '../src/grounding/claims/checkClaim.ts';
import type { CheckName, ClaimStatus } from '../src/grounding/claim.ts';
import { type VerifiedClaim, verifyClaim } from '../src/grounding/claims/verifyClaim.ts';
import { noVoids } from '../src/grounding/place/voids.ts';
import { candidatesOf } from '../src/grounding/sentences/candidates.ts';
import { createRandom, shuffled } from '../src/stats.ts';
import { inTurn } from './groundingDraw.ts';
import { bare, type Library, type Mutate } from './groundingMutation.ts';
import type { BenchDocument, Fact } from './groundingTexts.ts';
import type { Passage } from '../src/retrieval/passage.ts';
import { readQuestion } from '../src/retrieval/question/question.ts';

/** A claim made of a sentence, with the document that holds the sentence as it was when the claim was made. */
export interface MadeClaim {
  readonly claim: string;
  /** What the claim was made from, in the first passage. */
  readonly quote: string;
  readonly passages: readonly [Passage, ...Passage[]];
}

/**
 * What a person sees of a claim that a model wrote. CONFIDENT: the claim itself, and nothing leaves doubt. UNCERTAIN:
 * the claim itself, which lowers the tier. QUOTED: the source's words in its place. DROPPED: nothing.
 */
export const seenAs = ['CONFIDENT', 'UNCERTAIN', 'QUOTED', 'DROPPED'] as const;
export type SeenAs = (typeof seenAs)[number];

/** Who judges what rules leave open: a model made for entailment, or a chat model, which is asked about less. */
export const blindJudges = ['of its own', 'chat'] as const;
export type BlindJudge = (typeof blindJudges)[number];

export interface JudgedClaim extends MadeClaim {
  /** Alone or beside the true sentence, whichever is worse. */
  readonly seen: SeenAs;
  /** What `checkGrounding` says of the claim. */
  readonly grounding: ClaimStatus;
  /** Checks each of which alone keeps the claim from being supported by its own sentence. */
  readonly heldBy: CheckName | undefined;
  /** Checks each of which alone keeps `checkGrounding` from SUPPORTED, as far as single sentences go. */
  readonly groundingHeldBy: ReadonlySet<CheckName>;
  readonly checks: VerifiedClaim['checks'];
  /** Which judges make it ENTAILED that say yes to whatever they are asked, and are not found out. */
  readonly entailedBy: ReadonlySet<BlindJudge>;
}

/**
 * Draws up to `count` claims of a kind, by `seed`; fewer if the texts offer no more.
 * @param isTrue what is no lie after all
 */
export function drawClaims(
  make: Mutate,
  library: Library,
  count: number,
  seed: number,
  isTrue: (claim: string, fact: Fact) => boolean = () => false,
): MadeClaim[] {
  const random = createRandom(seed);
  const found = new Map<string, MadeClaim>();
  for (const fact of inTurn(shuffled(library.facts, random))) {
    if (found.size >= count) break;
    const made = make(fact, library, random);
    if (!made || isTrue(made.claim, fact)) continue;
    const [own = fact.passage, ...more] = made.passages ?? [fact.passage];
    found.set(made.claim, {
      claim: made.claim,
      quote: made.quote ?? fact.text,
      passages: [own, ...more, ...others(fact.document, fact.passage, more)],
    });
  }
  return [...found.values()];
}

function others({ passages }: BenchDocument, own: Passage, more: readonly Passage[]): Passage[] {
  return passages.filter((one) => one !== own && !more.includes(one)).slice(0, mostPassages);
}

/** A long document is not read again for each claim. */
const mostPassages = 2;

export function judgeClaim(made: MadeClaim): JudgedClaim {
  const { claim, quote, passages } = made;
  const [own] = passages;
  const verdict = verifyClaim({ text: claim, chunkId: own.chunkId, quote }, [own]);
  const index = indexPassages(passages);
  const grounding = checkClaim(claim, index).status;
  const single = index
    .near(claim)
    .map(({ text, passage }) =>
      failing(verifyClaim({ text: claim, chunkId: passage.chunkId, quote: text }, [passage])),
    );
  return {
    ...made,
    seen: worseOf(seenIn(made, []), seenIn(made, [quote])),
    grounding,
    heldBy: onlyOf(failing(verdict)),
    groundingHeldBy: new Set(grounding === 'SUPPORTED' ? [] : single.flatMap((names) => onlyOf(names) ?? [])),
    checks: verdict.checks,
    entailedBy: new Set(
      blindJudges.filter((judge) =>
        [locatedIn(made, []), locatedIn(made, [quote])].some(({ located }) =>
          located.some((one) => one.draft.text !== quote && isEntailed(one, judge)),
        ),
      ),
    ),
  };
}

const yes = { entailed: 1, neutral: 0, contradicted: 0 };

/** Whether rules and a judge that says yes to everything make a claim one that may stand in the text of WRITTEN. */
function isEntailed(claim: VerifiedClaim, judge: BlindJudge): boolean {
  const settled = mayAsk(claim, judge === 'chat' ? { chat: 'yes' } : {}) ? verifiedBy(claim, yes) : claim;
  return howProven(settled, { question: readQuestion(''), voids: noVoids }) === 'ENTAILED';
}

const failing = ({ checks }: VerifiedClaim): CheckName[] =>
  checks.filter(({ passed }) => !passed).map(({ name }) => name);
const onlyOf = <Item>([first, ...more]: readonly Item[]): Item | undefined => (more.length === 0 ? first : undefined);
const worseOf = (left: SeenAs, right: SeenAs): SeenAs =>
  seenAs[Math.min(seenAs.indexOf(left), seenAs.indexOf(right))] ?? left;

/** What `ask` makes of a claim when a model writes it with these true claims, naming the sentence that it was made of. */
function locatedIn({ claim, quote, passages: [own, ...more] }: MadeClaim, beside: readonly string[]) {
  const passages = [own, ...more.filter(({ chunkId }) => chunkId !== own.chunkId)];
  const all = passages.flatMap((passage) => candidatesOf(passage));
  const place = Math.max(
    0,
    all.findIndex(({ text, passage }) => passage === own && text === quote),
  );
  const first = Math.max(0, place - mostShown / 2);
  const shown = all.slice(first, first + mostShown);
  const number = 1 + place - first;
  const located = locateClaims(
    [claim, ...beside].map((text, turn) => ({
      text,
      sentences: turn === 0 ? [number, number + beside.length] : [number],
    })),
    readQuestion(''),
    shown,
    passages,
  );
  return { located, shown, passages };
}

function seenIn(made: MadeClaim, beside: readonly string[]): SeenAs {
  const { located, shown, passages } = locatedIn(made, beside);
  return located
    .map((one) => inItsOwnWords(one, shown, passages))
    .filter(({ draft, said }) => beside.length === 0 || said !== undefined || draft.text !== made.quote)
    .map((one) => seenOf(made.claim, one))
    .reduce(worseOf, 'DROPPED');
}

/** A chat model is shown more; each costs a comparison. */
const mostShown = 12;

/** The rule of the tier: an answer may be CONFIDENT with the source's words only, or with what a model says follows. */
function seenOf(claim: string, { draft, status, wording, said }: VerifiedClaim): SeenAs {
  if (status !== 'SUPPORTED') return 'DROPPED';
  if (wording === 'REWORDED') return 'UNCERTAIN';
  return said === undefined && bare(claim).includes(bare(draft.text)) ? 'CONFIDENT' : 'QUOTED';
}
