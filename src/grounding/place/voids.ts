/**
 * Lines and sentences that void a statement: a rejected plan, a draft, a myth, a rule that was abolished. One table, for
 * caps alone: what it recognises is shown with that line, is never CONFIDENT and has no short answer. It chooses nothing,
 * and goes when the reader tells such lines itself; `npm run bench place` prints what it costs on harmless twins.
 */
import languages from './voids.json' with { type: 'json' };

const anyOf = (kind: 'above' | 'behind') =>
  Object.values(languages)
    .flatMap((language) => language[kind])
    .map((source) => new RegExp(source, 'iu'));

const above = anyOf('above');
const behind = anyOf('behind');

/** Whether a title, heading, lead or label voids what stands below it: "Plan for 2027 (rejected)", "Myths". */
export function isVoiding(line: string): boolean {
  return above.some((shape) => shape.test(line));
}

/** Whether a sentence takes back the one before it: "This rule was abolished in 2024." */
export function takesBack(sentence: string): boolean {
  return behind.some((shape) => shape.test(sentence));
}
