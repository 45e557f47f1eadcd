import MarkdownParser, {
  type Delimiter,
  type Env,
  type MarkdownIt,
  type Ruler,
  type StateBlock,
  type StateInline,
  type Token,
} from 'markdown-it';
import footnotes from 'markdown-it-footnote';

/**
 * Levels of quotes, lists and notes that are read as such (an item of a list is two). What is deeper is words: the
 * library would drop blocks beyond its `maxNesting`, with their words.
 */
const maxDepth = 64;

/** The rules that nest, with the blocks that they end without a blank line, as the library has them. */
const containers: readonly (readonly [string, readonly string[]])[] = [
  ['blockquote', ['paragraph', 'reference', 'blockquote', 'list']],
  ['list', ['paragraph', 'reference', 'blockquote']],
  ['footnote_def', ['paragraph', 'reference']],
];

/** CommonMark with GitHub's tables, crossed-out words and notes; for its words, whatever its links lead to. */
export function createMarkdownParser(): MarkdownIt {
  const parser = new MarkdownParser({ html: true, linkify: true }).use(footnotes);
  // Only the words of a link matter: no address is refused, decoded or encoded.
  parser.validateLink = () => true;
  parser.normalizeLink = parser.normalizeLinkText = (address) => address;
  // Notes in the words (`^[note]`) are not GitHub's.
  parser.inline.ruler.disable('footnote_inline');
  parser.inline.ruler.at('footnote_ref', noteReference);
  parser.inline.ruler.at('backticks', codeWithLines);
  parser.inline.ruler.after('strikethrough', 'single_tilde', singleTilde);
  parser.inline.ruler2.after('strikethrough', 'single_tilde', pairSingleTildes);
  parser.block.State = LeanState;
  for (const [name, alt] of containers) {
    const rule = ruleOf(new MarkdownParser().use(footnotes).block.ruler, name);
    parser.block.ruler.at(name, (state, ...place) => state.level < maxDepth && rule(state, ...place), {
      alt: [...alt],
    });
  }
  return parser;
}

/** A rule of the library's own, to be called by one that takes its place. */
function ruleOf<Args extends unknown[], Result>(ruler: Ruler<Args, Result>, name: string): (...args: Args) => Result {
  ruler.enableOnly(name);
  const [rule] = ruler.getRules('');
  if (!rule) throw new Error(`markdown-it has no rule ${name}.`);
  return rule;
}

/**
 * What stands around words and items says no more than they do, and takes most of the memory: four of the five tokens of
 * an item, 200 MB for 500,000 cells.
 */
const unread: ReadonlySet<string> = new Set([
  ...['paragraph_open', 'paragraph_close', 'heading_close', 'list_item_close', 'thead_open', 'thead_close'],
  ...['tbody_open', 'tbody_close', 'tr_close', 'th_open', 'th_close', 'td_open', 'td_close'],
]);

/** What is reported while blocks are read, by the environment of the call: the library has no other way in. */
export interface ReadingEnv {
  /** @param share of the lines, 0..1 */
  readonly onBlock?: ((share: number) => void) | undefined;
}

class LeanState extends new MarkdownParser().block.State {
  override push(...kind: Parameters<StateBlock['push']>): Token {
    const token = super.push(...kind);
    (this.env as ReadingEnv).onBlock?.(this.line / this.bMarks.length);
    if (unread.has(token.type)) this.tokens.pop();
    const before = this.tokens.at(-2);
    if (token.type !== 'inline' || before?.type !== 'list_item_open' || before.content !== '') return token;
    // The first words of an item are written into the item's own token.
    this.tokens.pop();
    return before;
  }
}

const tilde = 0x7e;
/** Of single tildes among the delimiters: one pairs with no two. */
const oneTilde = -tilde;

/** On GitHub, one tilde crosses out as two do. Within a word it is none: `H~2~O`. */
function singleTilde(state: StateInline, silent: boolean): boolean {
  if (silent || state.src.charCodeAt(state.pos) !== tilde) return false;
  const { can_open: open, can_close: close, length } = state.scanDelims(state.pos, false);
  if (length > 1) return false;
  state.push('text', '', 0).content = '~';
  state.delimiters.push({ marker: oneTilde, length: 0, token: state.tokens.length - 1, end: -1, open, close });
  state.pos += 1;
  return true;
}

function pairSingleTildes({ tokens, tokens_meta: metas, delimiters }: StateInline): void {
  const cross = (at: number, type: string) => Object.assign(tokens[at] ?? {}, { type, content: '' });
  const pair = (list: readonly Delimiter[]) => {
    for (const { marker, token, end } of list) {
      const close = marker === oneTilde ? list[end] : undefined;
      if (!close) continue;
      cross(token, 's_open');
      cross(close.token, 's_close');
    }
  };
  pair(delimiters);
  for (const meta of metas) if (meta?.delimiters) pair(meta.delimiters);
}

const backticks = ruleOf(new MarkdownParser().inline.ruler, 'backticks');

/** With its line ends, which the library makes blanks: a paragraph's lines are counted by them. */
function codeWithLines(state: StateInline, silent: boolean): boolean {
  const [start, before] = [state.pos, state.tokens.length];
  const found = backticks(state, silent);
  const code = state.tokens.length > before ? state.tokens.at(-1) : undefined;
  if (code) {
    const written = state.src.slice(start + code.markup.length, state.pos - code.markup.length);
    code.content = written.length > code.content.length ? written.slice(1, -1) : written;
  }
  return found;
}

/** The plugin's own rule counts references and distinguishes case; here they only vanish. */
function noteReference(state: StateInline, silent: boolean): boolean {
  const found = state.src.startsWith('[^', state.pos) ? noteAt(state.src, state.pos) : undefined;
  if (!found || !noteLabels(state.env).has(found.label)) return false;
  if (!silent) state.push('footnote_ref', '', 0);
  state.pos += found.length;
  return true;
}

const maxNoteLabel = 200;

function noteAt(source: string, at: number): { readonly label: string; readonly length: number } | undefined {
  const [whole, label = ''] = /^\[\^([^\s[\]]+)\]/.exec(source.slice(at, at + maxNoteLabel)) ?? [];
  return whole === undefined ? undefined : { label: label.toLowerCase(), length: whole.length };
}

const noLabels: ReadonlySet<string> = new Set();
const labelsByNotes = new WeakMap<object, ReadonlySet<string>>();

/** All blocks were read before the first words are, so the notes are complete. */
function noteLabels({ footnotes }: Env): ReadonlySet<string> {
  const refs = (footnotes as { readonly refs?: Readonly<Record<string, number>> } | undefined)?.refs;
  if (!refs) return noLabels;
  const known = labelsByNotes.get(refs) ?? new Set(Object.keys(refs).map((key) => key.slice(1).toLowerCase()));
  labelsByNotes.set(refs, known);
  return known;
}
