/** Whether a question names a cell of a table, by its row and its column. */
import { contentRootsOf, holdsRoot, isSilent } from '../../knowledge/language/stems.ts';
import { quantityMatch } from '../../retrieval/question/answerType.ts';
import { onceFor } from '../../retrieval/question/question.ts';
import type { Candidate } from './candidates.ts';
import { asksFor, headerRoots } from './headerWords.ts';
import { rowsIn } from './tableRow.ts';

/**
 * Whether a sentence is a row whose first cell and one of whose columns are asked for with all of their words, and
 * whether title, headings and that cell account for the rest of the question; of what names a quantity, the cell may have
 * the kind instead: "What does the skiff cost in high season?" of "Boat: Skiff; High season: 27 pounds".
 */
export const namesCellOf = onceFor((question): ((candidate: Candidate) => boolean) => {
  const asked = question.roots.filter((root) => !isSilent(root));
  const asks = asksFor(question);
  // "Cost" asks for the quantity: without it none is asked for. "Parking" is what is asked about.
  const namesQuantity = (root: string) => {
    const rest = question.text.split(/\s+/).filter((word) => !contentRootsOf(word).includes(root));
    return quantityMatch(question.worded(rest.join(' ')), []) === 'NONE';
  };
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
      const left = asked.filter((root) => !holdsRoot(known, root));
      return (
        left.length === 0 ||
        (left.length === 1 &&
          quantityMatch(question, [`${column}: ${text}`]) === 'HOLDS' &&
          namesQuantity(left[0] ?? ''))
      );
    });
  };
});
