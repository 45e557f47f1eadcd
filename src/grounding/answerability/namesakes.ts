import type { RankedSentence } from '../sentences/rankSentences.ts';
import { replacedAmong } from '../conflicts/successors.ts';

/** "Springfield (Ohio)", "Refund policy (EU)": what is told apart by what stands in brackets. */
const qualified = /^(?<name>[^()\n.;:!?]{3,60}?) \((?<qualifier>[^()\n]{2,40})\)/u;

/**
 * The best sentence of each document about something that bears the name in the question, where documents about others of that name are told apart by what stands in brackets
 * behind it and the question does not say which it means. Best first; fewer than two are none.
 */
export function namesakes(question: string, ranked: readonly RankedSentence[]): RankedSentence[] {
  const asked = plain(question);
  const replaced = replacedAmong(ranked.map(({ candidate }) => candidate.passage));
  const byName = new Map<string, Map<string, RankedSentence>>();
  for (const sentence of ranked) {
    const { passage } = sentence.candidate;
    const { name, qualifier } = titleOf(passage);
    if (name === '' || replaced.has(passage.documentId) || !asked.includes(` ${plain(name).trim()} `) || plain(qualifier).trim().split(' ').some((word) => asked.includes(` ${word} `))) continue;
    const namesOf = byName.get(name.toLowerCase()) ?? new Map<string, RankedSentence>();
    if (!namesOf.has(qualifier.toLowerCase())) namesOf.set(qualifier.toLowerCase(), sentence);
    byName.set(name.toLowerCase(), namesOf);
  }
  const [sharing] = [...byName.values()].filter((sharing) => sharing.size > 1);
  return sharing ? [...sharing.values()] : [];
}

/** What a passage is about, as its title, its first heading or its first words say. */
function titleOf({ documentTitle, sectionPath, text }: RankedSentence['candidate']['passage']): { readonly name: string; readonly qualifier: string } {
  for (const title of [documentTitle, sectionPath[0] ?? '', text]) {
    const { name = '', qualifier = '' } = qualified.exec(title)?.groups ?? {};
    if (name !== '') return { name, qualifier };
  }
  return { name: '', qualifier: '' };
}

/** Lower-case words between blanks. */
function plain(text: string): string {
  return ` ${text.toLowerCase().replaceAll(/[^\p{L}\d']+/gu, ' ')} `.replaceAll(/ +/g, ' ');
}
