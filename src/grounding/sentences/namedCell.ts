/** Whether a question names a cell of a table, by its row and its column. */
import { contentRootsOf, holdsRoot, isSilent } from '../../knowledge/language/stems.ts';
import { quantityMatch } from '../../retrieval/question/answerType.ts';
import { onceFor } from '../../retrieval/question/question.ts';
import type { Candidate } from './candidates.ts';
import { asksFor, headerRoots } from './headerWords.ts';
import { rowsIn } from './tableRow.ts';

/**
 * Whether a sentence is a row whose first cell and one of whose columns are asked for with all of their words, and
 * whether title, headings and that cell account for the rest of the question; the kind of quantity that the cell has may
 * stand for one word: "What does the skiff cost in high season?" of "Boat: Skiff; High season: 27 pounds".
 */
export const namesCellOf = onceFor((question): ((candidate: Candidate) => boolean) => {
  const asked = question.roots.filter((root) => !isSilent(root));
  const asks = asksFor(question);
  return ({ passage, sourceSpan, headings }) => {
    const [cells, ...more] = rowsIn(passage, sourceSpan, [passage]);
    const [name, ...others] = cells ?? [];
    const named = contentRootsOf(name?.text ?? '');
    if (!name || more.length > 0 || named.length === 0 || !named.every((root) => holdsRoot(asked, root))) return false;
    const around = [passage.documentTitle, ...headings, name.column].flatMap(contentRootsOf);
    return others.some(({ column, text }) => {
      const head = headerRoots(column);
      if (text === '' || head.length === 0 || !head.every(asks)) return false;
      const known = [...named, ...head, ...around];
      const isQuantity = quantityMatch(question, [`${column}: ${text}`]) === 'HOLDS';
      return asked.filter((root) => !holdsRoot(known, root)).length <= Number(isQuantity);
    });
  };
});
