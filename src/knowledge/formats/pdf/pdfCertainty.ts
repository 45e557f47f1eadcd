import type { Part } from './pdfLayout.ts';
import { rowsOf, type Fragment } from './pdfLines.ts';
import type { PageText } from './pdfRunningLines.ts';

/**
 * In font sizes: text on one line with a gap of this much is two cells or columns that no table or column was made of.
 */
const wideGap = 2.5;
/** Lines with such a gap, one below the other; fewer are a date set to the right, a form, or a signature. */
const minTorn = 3;
const minLetters = 3;
/** Share of the fragments of a page that are drawn over others. */
const maxCovered = 0.1;
const overlap = 0.5;
/** More on one page are compared with their neighbours alone. */
const neighbours = 30;
/** A line of a table of contents or an index is torn by its leader. */
const leader = /(?:\.\s?){3}|…/;

/**
 * Whether a page may read otherwise than a person reads it: a table whose cells stand in no columns, three lines one
 * below the other with a wide gap in each that neither columns nor a table explain, or text drawn over text.
 */
export function isUncertain({ fragments }: PageText, parts: readonly Part[]): boolean {
  return (
    parts.some((part) => 'table' in part && part.table.lefts.length === 0) ||
    isTorn(fragments, parts) ||
    isCovered(fragments)
  );
}

/** The text of a line that stayed whole although its fragments stand far apart. */
function isTorn(fragments: readonly Fragment[], parts: readonly Part[]): boolean {
  const whole = new Set(parts.flatMap((part) => ('line' in part ? [part.line.text] : [])));
  let torn = 0;
  for (const row of rowsOf(fragments)) {
    const text = row.map((each) => each.text.replaceAll(/\s+/g, ' ').trim()).join(' ');
    const wide = row.some((each, index) => {
      const before = row[index - 1];
      return (
        before !== undefined &&
        each.left - before.right > each.size * wideGap &&
        Math.min(letters(before), letters(each)) >= minLetters
      );
    });
    torn = wide && whole.has(text) && !leader.test(text) ? torn + 1 : 0;
    if (torn >= minTorn) return true;
  }
  return false;
}

const letters = ({ text }: Fragment): number => text.match(/\p{L}/gu)?.length ?? 0;

/** The same words drawn twice for weight are no fault: those count as one. */
function isCovered(fragments: readonly Fragment[]): boolean {
  const sorted = [...fragments].sort((one, other) => one.top - other.top);
  const covered = sorted.filter((each, index) =>
    sorted.slice(index + 1, index + neighbours).some((other) => {
      const across = Math.min(each.right, other.right) - Math.max(each.left, other.left);
      const narrower = Math.min(each.right - each.left, other.right - other.left);
      return (
        other.text !== each.text &&
        Math.abs(other.top - each.top) < each.size * overlap &&
        across > narrower * overlap &&
        narrower > each.size
      );
    }),
  );
  return covered.length > Math.max(fragments.length * maxCovered, 2);
}
