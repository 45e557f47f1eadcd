import type { RankedSentence } from '../sentences/rankSentences.ts';
import { replacedAmong } from '../conflicts/successors.ts';

/** "Springfield (Ohio)", "Refund policy (EU)": what is told apart by what stands in brackets. */
const qualified = /^([^()\n.;:!?]{3,60}?) \(([^()\n]{2,40})\)/u;

/**
 * The best sentence of each document about something that bears the name in the question, where documents about others of that name are told apart by what stands in brackets
 * behind it and the question does not say which it means. Best first; fewer than two are none.
 */
export function namesakes(question: string, ranked: readonly RankedSentence[]): RankedSentence[] {
  const asked = ` ${wordsOf(question).join(' ')} `;
  const replaced = replacedAmong(ranked.map(({ candidate }) => candidate.passage));
  const byName = new Map<string, Map<string, RankedSentence>>();
  for (const sentence of ranked) {
    const { passage } = sentence.candidate;
    const title = titleOf(passage);
    if (
      !title ||
      replaced.has(passage.documentId) ||
      !asked.includes(` ${wordsOf(title.name).join(' ')} `) ||
      wordsOf(title.qualifier).some((word) => asked.includes(` ${word} `))
    )
      continue;
    const [name, qualifier] = [title.name.toLowerCase(), title.qualifier.toLowerCase()];
    const namesOf = byName.get(name) ?? new Map<string, RankedSentence>();
    if (!namesOf.has(qualifier)) namesOf.set(qualifier, sentence);
    byName.set(name, namesOf);
  }
  const [sharing] = [...byName.values()].filter((sharing) => sharing.size > 1);
  return sharing ? [...sharing.values()] : [];
}

/** What a passage is about, as its title, its first heading or its first words say. */
function titleOf({
  documentTitle,
  sectionPath,
  text,
}: RankedSentence['candidate']['passage']): { readonly name: string; readonly qualifier: string } | undefined {
  for (const title of [documentTitle, ...sectionPath.slice(0, 1), text]) {
    const [, name, qualifier] = qualified.exec(title) ?? [];
    if (name && qualifier) return { name, qualifier };
  }
  return undefined;
}

/** In lower case. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\d']+/gu) ?? [];
}
