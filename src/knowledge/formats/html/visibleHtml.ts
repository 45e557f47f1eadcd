import { attributesOf, htmlTokens, type HtmlToken } from './htmlTokens.ts';
import { isHidden, scripts, unshown, voids } from './htmlVisibility.ts';
import type { ContentFlag } from '../parsed.ts';

/**
 * Reads HTML piece by piece and tells what of it can be seen: an element may be opened in one piece and closed in
 * another.
 */
export interface VisibleHtml {
  /** Whether the last piece ended inside an element that is not shown. */
  readonly hiding: boolean;
  /**
   * The tokens that are shown, in order. Of the others only the line ends are left, as TEXT, so that lines keep their
   * numbers.
   */
  read(html: string): Generator<HtmlToken>;
  /** To be called for words that stand in a hidden element but did not come through `read`. */
  hide(words: string): void;
  /** An element that was opened in a paragraph or cell ends with it. */
  close(): void;
}

/** @param drops names of further elements to leave out with their contents */
export function visibleHtml(flags: Set<ContentFlag>, drops: ReadonlySet<string> = new Set()): VisibleHtml {
  let hidden: { readonly name: string; depth: number; readonly flag: ContentFlag | undefined } | undefined;

  const hide = (words: string) => {
    if (hidden?.flag && words.trim()) flags.add(hidden.flag);
  };
  const opens = (token: HtmlToken) => token.kind === 'OPEN' && !voids.has(token.name) && !token.source.endsWith('/>');
  const inside = (token: HtmlToken, open: NonNullable<typeof hidden>) => {
    if (token.kind === 'TEXT' || token.kind === 'RAW') hide(token.source);
    if (token.name === open.name && opens(token)) open.depth += 1;
    if (token.name === open.name && token.kind === 'CLOSE') open.depth -= 1;
    if (open.depth === 0) hidden = undefined;
  };
  const enters = (token: HtmlToken): boolean => {
    if (scripts.has(token.name)) flags.add('SCRIPT_REMOVED');
    const dropped = unshown.has(token.name) || drops.has(token.name);
    if (!dropped && !hides(token)) return false;
    hidden = { name: token.name, depth: 1, flag: dropped ? undefined : 'HIDDEN_TEXT_REMOVED' };
    return true;
  };

  return {
    get hiding() {
      return hidden !== undefined;
    },
    *read(html) {
      for (const token of htmlTokens(html)) {
        if (hidden) inside(token, hidden);
        else if (!(opens(token) && enters(token)) && token.kind !== 'MARKUP') {
          yield token;
          continue;
        }
        const ends = token.source.replaceAll(/[^\n]+/g, '');
        if (ends) yield { kind: 'TEXT', name: '', source: ends };
      }
    },
    hide,
    close() {
      hidden = undefined;
    },
  };
}

/** A tag without attributes hides nothing, and most are so. */
function hides(token: HtmlToken): boolean {
  if (!/hidden|style|class/i.test(token.source)) return false;
  const attributes = attributesOf(token);
  return isHidden((name) => attributes.get(name));
}
