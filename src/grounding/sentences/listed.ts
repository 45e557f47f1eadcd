import { bulletMark } from '../../knowledge/language/sentences.ts';
import { asksForSeveral } from '../../retrieval/question/answerType.ts';
import { denies } from '../../knowledge/language/negation.ts';
import { contentRootsOf, holdsRoot } from '../../knowledge/language/stems.ts';
import { type Candidate, withLineStart } from './candidates.ts';
import { onceFor } from '../../retrieval/question/question.ts';

/** Words of a question for a list that name nothing of what is listed: "what kinds of tickets do you offer". */
const frame = contentRootsOf(
  'have got get offer provide run exist available kind type sort different various possible list all every each there whole full overview give show tell i we you me us my our your not whats isnt arent',
);
/** Such a head of a column says no more than that something is listed; what it is, the heading above says. */
const plainHead = /^(?:kind|type|name|item|what|title|no\.?|number|#)$/iu;
/** A row of two cells at least: one alone looks like prose with a colon. */
const rowShape = /^([^.;:\n]{1,40}): [^;\n]*; [^.;:\n]{1,80}: /u;
/**
 * Whether a sentence is a row or an item of the very list that a question asks for: the first column of its table, or
 * the heading above, names nothing but what is asked, and together with title and headings all of it. "Which roles are
 * there?" is answered by the table whose first column is "Role", "what isn't covered" by the items under "Not covered".
 * Never for a question that does not ask which things there are. English.
 */
export const listsAsked = onceFor((question): ((candidate: Candidate) => boolean) => {
  const asked = asksForSeveral(question) ? namingRoots(question.text) : [];
  if (asked.length === 0) return () => false;
  const isDenial = denies(question.text);
  return (candidate) => {
    const [, head] = rowShape.exec(candidate.text) ?? [];
    if (head === undefined && !bulletMark.test(withLineStart(candidate))) return false;
    const heading = candidate.headings.at(-1) ?? '';
    const names = head === undefined || plainHead.test(head) ? heading : head;
    const named = namingRoots(names);
    if (named.length === 0 || !named.every((root) => holdsRoot(asked, root))) return false;
    const above = namingRoots([names, ...candidate.headings].join(' '));
    return denies(`${heading} ${names}`) === isDenial && asked.every((root) => holdsRoot(above, root));
  };
});

function namingRoots(text: string): string[] {
  return contentRootsOf(text.replaceAll(/['’]/g, '')).filter((root) => !holdsRoot(frame, root));
}
