import { numberWord } from '../../knowledge/values/numerals.ts';
import { nearestSentence, canonicalRows } from './edits.ts';
import { isSilent, plainWordsOf, rootOf, sameRoot } from '../../knowledge/language/stems.ts';
import { type Evidence, failed, passed, type Verdict } from './verdict.ts';

/** Words that begin a restriction on a noun. "Of" and "in" are left out: they often only say where a thing belongs. */
const narrowing = /^(?:with|without|on|for|under|above|over|below|outside|inside|between|who|that|whose|which|where)$/;
/** Words that begin a condition on a whole sentence. */
const conditional = /^(?:if|unless|when|where|until|provided|while|only)$/;
const limiting = /^(?:above|under|over|below|between)$/;
/** In a rule, the end of the clause says where the rule applies. In other statements it often only adds detail. */
const ruling = /\b(?:compulsory|mandatory|required|obligatory|must|allowed|permitted|forbidden|prohibited)\b/i;
const ruledBy = /^(?:in|on|at|for|with|without|during)$/;
/** A deadline for an action. */
const deadline = /\b(?:up to|until|within|no later than)\s[^,;.]{0,20}\d[^,;.]*$/i;
/** A longer gap is another statement. */
const longestGap = 8;

interface Word {
  readonly text: string;
  readonly isKept: boolean;
  /** Occurs in a heading, which applies to everything below it. */
  readonly isAbove: boolean;
  readonly isContent: boolean;
  /** Follows a mark that ends a clause. */
  readonly opens: boolean;
}

/**
 * Whether a claim generalizes what a sentence says about some things only: "merchants with a VAT number" are not all
 * merchants, and used goods are not all goods. Fails only if the claim has the words on both sides of what it leaves
 * out, and so makes the same statement about more things.
 */
export function checkRestrictions(claim: string, { sentence, around }: Evidence): Verdict {
  const nearest = nearestSentence(sentence, claim);
  if (canonicalRows(nearest).length > 0) return passed;
  const above = new Set(plainWordsOf(around.join(' ')).map((word) => rootOf(word)));
  const own = plainWordsOf(claim);
  const said = own.filter((word) => !isSilent(word)).map((word) => rootOf(word));
  const isKept = (word: string) =>
    own.includes(word) || (isSilent(word) && !/^\d/.test(word)) || said.some((root) => sameRoot(root, rootOf(word)));
  const words = restrictingWords(nearest, isKept, above);
  const dropped =
    droppedGap(words, said) ??
    droppedEnd(words, ruling.test(nearest)) ??
    droppedDeadline(nearest, claim) ??
    droppedModifier(words);
  return dropped === undefined ? passed : failed(`The claim leaves out “${dropped}”.`);
}

function restrictingWords(sentence: string, isKept: (word: string) => boolean, above: ReadonlySet<string>): Word[] {
  let opens = false;
  return [...sentence.matchAll(/[\p{L}\p{M}\d]+|[,;:.](?=\s)/gu)].flatMap(([text]) => {
    if (/^[,;:.]$/.test(text)) {
      opens = true;
      return [];
    }
    const lower = text.toLowerCase();
    const word = {
      text,
      isKept: isKept(lower),
      isAbove: above.has(rootOf(lower)),
      isContent: !isSilent(lower) && !narrowing.test(lower) && numberWord(lower) === undefined,
      opens,
    };
    opens = false;
    return [word];
  });
}

/**
 * A restriction between two words that are adjacent in the claim: a narrowing word and the rest of its phrase, most of
 * which the claim lacks.
 */
function droppedGap(words: readonly Word[], said: readonly string[]): string | undefined {
  for (const [start, word] of words.entries()) {
    if (!word.isContent || !word.isKept || !narrowing.test(words[start + 1]?.text ?? '')) continue;
    for (const [offset, end] of words.slice(start + 2, start + 2 + longestGap).entries()) {
      if (end.opens) break;
      const gap = words.slice(start + 1, start + 2 + offset);
      if (end.isContent && end.isKept && isLost(gap) && standTogether(said, word.text, end.text))
        return gap.map(({ text }) => text).join(' ');
    }
  }
  return undefined;
}

/** Whether the claim lacks at least half of the content words; the others may refer to something else there. */
function isLost(words: readonly Word[]): boolean {
  const content = words.filter(({ isContent }) => isContent);
  return (
    content.length > 0 && content.filter(({ isKept, isAbove }) => !isKept && !isAbove).length * 2 >= content.length
  );
}

function standTogether(said: readonly string[], left: string, right: string): boolean {
  const [before, behind] = [rootOf(left.toLowerCase()), rootOf(right.toLowerCase())];
  return said.some((root, position) => sameRoot(root, before) && sameRoot(said[position + 1] ?? '', behind));
}

/** A dropped condition, or a limit with its amount, at the end of a clause. */
function droppedEnd(words: readonly Word[], rules: boolean): string | undefined {
  for (const [start, { text, opens }] of words.entries()) {
    const [isCondition, isRuled] = [conditional.test(text), rules && ruledBy.test(text)];
    if (opens || start === 0 || words[start - 1]?.isKept !== true || !(isCondition || isRuled || limiting.test(text)))
      continue;
    const next = words.findIndex((other, position) => position > start && other.opens);
    const rest = words.slice(start, next === -1 ? undefined : next);
    const isDropped = isCondition
      ? losesAll(rest)
      : isRuled
        ? isLost(rest)
        : /^\d/.test(rest[1]?.text ?? '') && !rest[1]?.isKept;
    if (isDropped) return rest.map((word) => word.text).join(' ');
  }
  return undefined;
}

/** A dropped deadline: the sentence ends with one, and the claim has no number. */
function droppedDeadline(sentence: string, claim: string): string | undefined {
  return /\d/.test(claim) ||
    plainWordsOf(claim).some((word) => numberWord(word) !== undefined) ||
    !/\b(?:can|may|could)\b/i.test(claim)
    ? undefined
    : deadline.exec(sentence.replace(/[.\s]+$/, ''))?.[0];
}

function losesAll(words: readonly Word[]): boolean {
  const content = words.filter(({ isContent }) => isContent);
  return content.length > 0 && content.every(({ isKept, isAbove }) => !isKept && !isAbove);
}

/**
 * "Used goods are covered" shortened to "goods are covered". A noun after "the" or "your" means a particular thing,
 * however it is described.
 */
function droppedModifier(words: readonly Word[]): string | undefined {
  return words.find((modifier, position) => {
    const [before, noun] = [words[position - 1], words[position + 1]];
    const lower = modifier.text.toLowerCase();
    const isFirst = before === undefined || before.opens;
    if (
      !noun?.isContent ||
      !noun.isKept ||
      noun.opens ||
      modifier.opens ||
      !modifier.isContent ||
      modifier.isKept ||
      modifier.isAbove
    )
      return false;
    // "The link is valid …; ask for a new link": the claim is about the other link.
    if (
      words.some(
        (other, place) =>
          place !== position + 1 && rootOf(other.text.toLowerCase()) === rootOf(noun.text.toLowerCase()),
      )
    )
      return false;
    return generic.test(before?.text ?? '') || ((isFirst || leading.test(before.text)) && adjectival.test(lower));
  })?.text;
}

const generic = /^(?:an?|each|every|all|any)$/i;
const leading = /^(?:on|of|for|to|from|with|without|in|by)$/;
const adjectival = /(?:ed|al|ic|ive|able|ous|ary|ful|less|new)$/;
