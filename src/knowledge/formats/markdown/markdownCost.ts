/** `*a_` takes micromark the square of its length and more: 0.3 s for 1 kB, 5 s for 16 kB. No paragraph that is read has so many marks. */
const maxMarks = 200;
/** Underlines of headings and tables without blank lines: 0.15 s for 4 kB, 9 s for 16 kB. */
const maxUnderlines = 300;

/** Watches the lines of a piece for what the parser takes too long for. */
export interface MarkdownCost {
  /** To be called for each line that is not in a fence. */
  read(line: string, before: string): void;
  readonly tooHigh: boolean;
}

export function markdownCost(): MarkdownCost {
  let [marks, underlines, tooHigh] = [0, 0, false];
  return {
    read(line, before) {
      if (startsWords(line, before)) marks = 0;
      if (!before.trim() && /^(?: {4}|\t)/.test(line)) return;
      marks += line.match(/[*_~]+|[[<]/g)?.length ?? 0;
      if (/^[ \t>]*(?:=+|[|:-]+)[ \t]*$/.test(line)) underlines += 1;
      tooHigh ||= marks > maxMarks || underlines > maxUnderlines;
    },
    get tooHigh() {
      return tooHigh;
    },
  };
}

/** Marks pair within one paragraph, item, heading, row or definition. */
function startsWords(line: string, before: string): boolean {
  return !before.trim() || line.includes('|') || /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)]|#{1,6})[ \t]|\[[^\]]*\]:)/.test(line);
}
