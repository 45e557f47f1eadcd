import type { NamedFacts } from '../../grounding/reading/namedFacts.ts';
import { contentStems } from '../../grounding/checks/coverage.ts';
import type { Preset } from '../../retrieval/presets.ts';
import type { QuestionKind, Strategy } from './plan.ts';

const smallTalk =
  /^\s*(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|thanks?(?: you)?(?: (?:so|very) much| a lot)?|bye|goodbye|how are you|ok(?:ay)?|cheers)(?: there| everyone)?\s*[!.?,]*\s*$/i;
/** What no document could hold: something to be made up, or the asker's own here and now. */
const outOfScope = new RegExp(
  [
    String.raw`^(?:please |can you |could you )*(?:tell|write|compose|sing|draw|make up|invent|recite)\b(?: me| us)?(?: up)? (?:a|an|another|some) (?:\p{L}+ )?(?:jokes?|poems?|stor(?:y|ies)|songs?|rap|riddles?|limericks?|haikus?|pictures?|images?|essays?)(?= (?:about|on|of|for|in)\b|[ ?!.]*$)`,
    String.raw`^(?:what(?:'s| is) the (?:weather|time|date|temperature)(?: like)?(?: right)?(?: now| today| tomorrow| outside)?|what time is it(?: now)?|what day is (?:it|today))\s*[?!.]*$`,
    String.raw`^(?:who (?:are|made|created) you|are you (?:a |an )?(?:human|robot|bot|ai|real|person|machine|sentient|chatgpt)|what(?:'s| is) your (?:name|favou?rite .{2,30})|do you (?:love|like|hate) .{2,30})\s*[?!.]*$`,
  ].join('|'),
  'iu',
);
const compares = /\b(?:compared? (?:to|with)|differences? between|versus|vs\.?)\b/i;
const joins = /\b(?:and also|as well as|both)\b/i;
const analyses =
  /\b(?:why|explain|compare|pros and cons|overview|summari[sz]e|how does .* work|what are the (?:steps|differences|options))\b/i;
/** A longer question, or one that joins things, is where a model may find parts that rules do not. */
const longQuestion = 25;

/** The kind of a question, by its words. */
export function kindOf(question: string): QuestionKind {
  if (smallTalk.test(question)) return 'SMALL_TALK';
  if (outOfScope.test(question.trim())) return 'OUT_OF_SCOPE';
  if (compares.test(question)) return 'COMPARISON';
  if (joins.test(question) || question.trim().split(/\s+/).length > longQuestion) return 'MULTI_HOP';
  return analyses.test(question) ? 'ANALYSIS' : 'LOOKUP';
}

/** A bare code has no meaning that could be near another: only words find it. */
export function strategyOf(
  question: string,
  { codes }: NamedFacts,
  { keywordArm, adjusts }: Pick<Preset, 'keywordArm' | 'adjusts'>,
): Strategy {
  if (keywordArm === null) return 'DENSE';
  const onlyCodes =
    codes.length > 0 &&
    [...contentStems(codes.reduce((text, code) => text.replaceAll(code, ' '), question))].length === 0;
  return adjusts && onlyCodes ? 'SPARSE' : 'HYBRID';
}

const spread: ReadonlySet<QuestionKind> = new Set(['ANALYSIS', 'COMPARISON', 'MULTI_HOP']);

/** Passages kept: half as many again where an answer is spread over several, unless the asker set a number. */
export function passagesFor(kind: QuestionKind, preset: Pick<Preset, 'adjusts' | 'settings'>, topK: number): number {
  return preset.adjusts && spread.has(kind) && topK === preset.settings.topK ? Math.ceil(1.5 * topK) : topK;
}
