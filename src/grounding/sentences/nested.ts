/** Items of nested lists, which carry the labels of what they stand under. */
import { labelsOf } from '../../knowledge/ancestors.ts';
import { contentRootsOf, holdsRoot, isSilent } from '../../knowledge/language/stems.ts';
import { type Candidate, withLineStart } from './candidates.ts';
import type { Question } from '../../retrieval/question/question.ts';

const rootsOf = (label: string): readonly string[] => contentRootsOf(label).filter((root) => !isSilent(root));

/**
 * Whether an item stands under another parent than the one that a question names: "monthly rate for motorcycles" is not
 * answered under "Cars", where the list has "Motorcycles" too.
 */
export function underOtherParent(question: Question): (candidate: Candidate) => boolean {
  const asked = question.roots;
  const isAsked = (label: string) => {
    const roots = rootsOf(label);
    return roots.length > 0 && roots.every((root) => holdsRoot(asked, root));
  };
  const parents = new Map<string, readonly string[]>();
  return (candidate) => {
    const labels = labelsOf(withLineStart(candidate));
    if (labels.length === 0 || labels.some(isAsked)) return false;
    const { chunkId, text } = candidate.passage;
    const all = parents.get(chunkId) ?? [...new Set(text.split('\n').flatMap(labelsOf))];
    parents.set(chunkId, all);
    return all.some((label) => !labels.includes(label) && isAsked(label));
  };
}

/** What stands around a nested item without what stands under other parents; the whole passage for any other text. */
export function besideItem(candidate: Candidate): string {
  const { text } = candidate.passage;
  const labels = labelsOf(withLineStart(candidate));
  if (labels.length === 0) return text;
  const isBeside = (line: string) => {
    const others = labelsOf(line);
    return others.length === 0 ? !/^\s*[-*•]\s/.test(line) : others.every((label) => labels.includes(label));
  };
  return text.split('\n').filter(isBeside).join('\n');
}

/**
 * What a question asks of the parent of an item and the list says of another parent alone: the season ticket of children,
 * where adults have one. Undefined: nothing such.
 */
export function ofAnother(
  question: Question,
  candidate: Candidate,
): { readonly asked: string; readonly stated: string } | undefined {
  const labels = labelsOf(withLineStart(candidate));
  if (labels.length === 0) return undefined;
  const beside = contentRootsOf(besideItem(candidate));
  const asked = question.roots.filter((root) => !isSilent(root) && !holdsRoot(beside, root));
  for (const line of candidate.passage.text.split('\n')) {
    const others = labelsOf(line);
    if (others.length === 0 || others.every((label) => labels.includes(label))) continue;
    const own = contentRootsOf(line.slice(line.lastIndexOf(others.at(-1) ?? '')));
    const root = asked.find((each) => holdsRoot(own, each));
    if (root !== undefined) return { asked: root, stated: labels.join(' ') };
  }
  return undefined;
}
