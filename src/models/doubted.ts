import { CandorError } from '../errors.ts';
import type { Entailment, EntailmentPair } from './entailment.ts';

/** What follows from no passage that is judged: a statement of figures that no document has. */
const unrelated = 'The tower of Wexcombe has 8,413 steps, and 52 bells ring in it on every third Tuesday.';

/** The same with every digit another one; a statement without digits is replaced. */
function madeFalse({ premise, hypothesis }: EntailmentPair): EntailmentPair {
  const other = hypothesis.replaceAll(/\d/gu, (digit) => String((Number(digit) + 3) % 10));
  return { premise, hypothesis: other === hypothesis ? unrelated : other };
}

/** The pairs with one that is made false among them, and where it stands; -1: there are none. */
function withControl(pairs: readonly EntailmentPair[]) {
  const [first] = pairs;
  if (!first) return { asked: pairs, control: -1 };
  // In another place from call to call, and the same one for the same statements.
  const control = first.hypothesis.length % (pairs.length + 1);
  const made = madeFalse(pairs.find(({ hypothesis }) => /\d/u.test(hypothesis)) ?? first);
  return { asked: [...pairs.slice(0, control), made, ...pairs.slice(control)], control };
}

/**
 * The judge with one more statement in each call, which is made false: of a call that finds it true, no verdict counts.
 * @param remedy for a judge that finds it true
 */
export function doubted(judge: Entailment, remedy: string): Entailment {
  const { tokensFor } = judge;
  return {
    ...judge,
    ...(tokensFor && { tokensFor: (pairs) => tokensFor(withControl(pairs).asked) }),
    async judge(pairs, options) {
      const { asked, control } = withControl(pairs);
      const verdicts = await judge.judge(asked, options);
      const found = verdicts[control];
      if (found && found.entailed >= found.neutral + found.contradicted)
        throw new CandorError('MODEL_INVALID', 'The judge found true what was made false: its verdicts do not count.', {
          remedy,
        });
      return verdicts.filter((_, position) => position !== control);
    },
  };
}
