import type { Transform } from './pdfLines.ts';

/** pdf.js' list of what a page draws: `argsArray[i]` belongs to the operator `fnArray[i]`. */
export interface OperatorList {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

/** A ruled line, upright or level. In points on the page as shown, origin at the top left, as everything here. */
export interface Rule {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** One drawn string. */
export interface Shown {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly hidden: boolean;
}

/** What a page draws besides letters, and what of the letters cannot be seen. */
export interface Drawing {
  readonly rules: readonly Rule[];
  /** Small filled boxes and circles, such as the bullets of a list that a browser printed. */
  readonly dots: readonly Rule[];
  readonly shown: readonly Shown[];
  /** `#rrggbb` of what lies there at last; white where nothing does, `unknown` on a picture. */
  colourAt(x: number, y: number): string;
}

export interface DrawingOptions {
  /** Operator numbers by name, as pdf.js gives them. */
  readonly operators: Readonly<Record<string, number>>;
  /** Of the page, in points. */
  readonly width: number;
  readonly height: number;
  /** Whether an optional layer is shown. */
  isShown(layer: unknown): boolean;
}

interface State {
  matrix: Transform;
  fill: string;
  alpha: number;
  mode: number;
  font: string;
  size: number;
  charSpacing: number;
  wordSpacing: number;
  scale: number;
  rise: number;
  leading: number;
}

interface Filled {
  readonly box: Rule;
  readonly colour: string;
}

interface Drawn {
  readonly rules: Rule[];
  readonly dots: Rule[];
  readonly shown: (Shown & { readonly unpainted: boolean })[];
  readonly filled: Filled[];
}

/** A rule is thinner; a box that is wider is a background. */
const maxThickness = 3;
const minRule = 8;
const minDot = 1.5;
const maxDot = 7;
/** Of no more paths is a page made that is read for its tables; a map or plot is not. */
const maxRules = 20_000;
const maxFilled = 2_000;
/** The picture of a scan covers this much of its page; letters drawn without paint on it are what was recognised there. */
const scanShare = 0.5;
/** Nearer to its background than this a colour cannot be told from it: the sum over red, green and blue. */
const sameColour = 24;
const unknown = 'unknown';

/**
 * Follows the graphics state through a page. Colours that only a picture or pattern knows are unknown, and what stands on them counts as
 * seen; so do unpainted letters on the picture of a scan.
 */
export function readDrawing(list: OperatorList, transform: Transform, options: DrawingOptions): Drawing {
  const drawn: Drawn = { rules: [], dots: [], shown: [], filled: [] };
  const follow = createWalk(transform, options, drawn);
  const names = new Map(Object.entries(options.operators).map(([name, number]) => [number, name]));
  for (const [index, number] of list.fnArray.entries()) follow(names.get(number) ?? '', (list.argsArray[index] ?? []) as readonly unknown[]);
  const scan = drawn.filled.some(({ box, colour }) => colour === unknown && (box.right - box.left) * (box.bottom - box.top) > options.width * options.height * scanShare);
  return {
    rules: drawn.rules,
    dots: drawn.dots,
    shown: drawn.shown.map(({ unpainted, ...shown }) => ({ ...shown, hidden: shown.hidden || (unpainted && !scan) })),
    colourAt: (x, y) => colourAt(drawn.filled, x, y),
  };
}

function createWalk(base: Transform, { isShown }: DrawingOptions, drawn: Drawn): (name: string, args: readonly unknown[]) => void {
  const { filled } = drawn;
  const saved: State[] = [];
  const layers: boolean[] = [];
  let state: State = { matrix: base, fill: '#000000', alpha: 1, mode: 0, font: '', size: 0, charSpacing: 0, wordSpacing: 0, scale: 1, rise: 0, leading: 0 };
  let [text, line]: [Transform, Transform] = [identity, identity];
  // A picture that pdf.js does not decode leaves its place alone: `save`, `transform`, `restore`.
  let placed = false;

  const background = (box: Rule, colour: string) => {
    if (filled.length < maxFilled) filled.push({ box, colour });
  };
  const restore = () => {
    if (placed) background(boxOf(state.matrix, [0, 0, 1, 1]), unknown);
    placed = false;
    state = saved.pop() ?? state;
  };
  const newLine = (x: number, y: number) => (text = line = multiply(line, [1, 0, 0, 1, x, y]));
  const show = (glyphs: unknown) => {
    const { words, width } = wordsOf(glyphs, state);
    const matrix = multiply(multiply(state.matrix, text), [1, 0, 0, 1, 0, state.rise]);
    const [a = 1, b = 0, , , left = 0, top = 0] = matrix;
    const size = Math.hypot(matrix[2] ?? 0, matrix[3] ?? 0) * Math.abs(state.size);
    const right = left + a * width;
    text = multiply(text, [1, 0, 0, 1, width, 0]);
    if (!words.trim()) return;
    const middle = { x: (left + right) / 2, y: top + (b * width) / 2 - size / 3 };
    const hidden = layers.includes(false) || state.alpha === 0 || size < 2 || sameAs(state.fill, colourAt(filled, middle.x, middle.y));
    drawn.shown.push({ text: words, left: Math.min(left, right), right: Math.max(left, right), top, hidden, unpainted: state.mode === 3 || state.mode === 7 });
  };
  const paint = (args: readonly unknown[]) => {
    const kind = Number(args[0]);
    const box = (args[2] ?? undefined) as Readonly<Record<number, number>> | undefined;
    if (!box || drawn.rules.length > maxRules) return;
    const shown = boxOf(state.matrix, [box[0] ?? 0, box[1] ?? 0, box[2] ?? 0, box[3] ?? 0]);
    if (fills.has(kind)) background(shown, state.alpha < 1 ? unknown : state.fill);
    const [width, height] = [shown.right - shown.left, shown.bottom - shown.top];
    if (drawn.dots.length < maxFilled && Math.min(width, height) > minDot && Math.max(width, height) < maxDot) drawn.dots.push(shown);
    drawn.rules.push(...rulesOf(args[1], shown, state.matrix));
  };

  return (name, args) => {
    if (name !== 'restore' && name !== 'transform') placed = false;
    const [x, y] = [Number(args[0]), Number(args[1])];
    switch (name) {
      case 'save': saved.push({ ...state }); return;
      case 'restore': restore(); return;
      case 'transform': placed = true; state.matrix = multiply(state.matrix, args as Transform); return;
      case 'paintFormXObjectBegin': saved.push({ ...state }); if (args[0]) state.matrix = multiply(state.matrix, args[0] as Transform); return;
      case 'paintFormXObjectEnd': restore(); return;
      case 'setGState': state.alpha = alphaOf(args[0], state.alpha); return;
      case 'setFillRGBColor': state.fill = String(args[0]); return;
      case 'setFillColorN': case 'setFillTransparent': state.fill = unknown; return;
      case 'shadingFill': background(everywhere, unknown); return;
      case 'constructPath': paint(args); return;
      case 'beginText': text = line = identity; return;
      case 'setTextMatrix': text = line = Object.values(args[0] as Record<string, number>); return;
      case 'moveText': newLine(x, y); return;
      case 'setLeadingMoveText': state.leading = y; newLine(x, y); return;
      case 'nextLine': newLine(0, state.leading); return;
      case 'setLeading': state.leading = x; return;
      case 'setCharSpacing': state.charSpacing = x; return;
      case 'setWordSpacing': state.wordSpacing = x; return;
      case 'setHScale': state.scale = x / 100; return;
      case 'setTextRise': state.rise = x; return;
      case 'setTextRenderingMode': state.mode = x; return;
      case 'setFont': [state.font, state.size] = [String(args[0]), y]; return;
      case 'showText': case 'showSpacedText': show(args[0]); return;
      case 'nextLineShowText': newLine(0, state.leading); show(args[0]); return;
      case 'beginMarkedContent': layers.push(true); return;
      case 'beginMarkedContentProps': layers.push(args[0] !== 'OC' || isShown(args[1])); return;
      case 'endMarkedContent': layers.pop(); return;
      default:
    }
  };
}

const identity: Transform = [1, 0, 0, 1, 0, 0];
const everywhere: Rule = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
/** Numbers of pdf.js' operators that fill the path that they close. */
const fills = new Set([22, 23, 24, 25, 26, 27]);

function multiply(left: Transform, right: Transform): Transform {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = left;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = right;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

function at([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Transform, x: number, y: number): { x: number; y: number } {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

function boxOf(matrix: Transform, [x0, y0, x1, y1]: readonly [number, number, number, number]): Rule {
  const corners = [at(matrix, x0, y0), at(matrix, x1, y0), at(matrix, x0, y1), at(matrix, x1, y1)];
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

const isThin = ({ left, right, top, bottom }: Rule) => Math.min(right - left, bottom - top) <= maxThickness && Math.max(right - left, bottom - top) >= minRule;

/** The straight strokes of a path, `[0 x y]` to move, `[1 x y]` to draw, `[4]` to close; of a background its edges, which part cells too. */
function rulesOf(paths: unknown, box: Rule, matrix: Transform): Rule[] {
  if (isThin(box)) return [box];
  const [path] = Array.isArray(paths) ? paths as unknown[] : [];
  const values = path ? Object.values(path as Record<string, number>) : [];
  const found: Rule[] = [];
  let [start, from] = [{ x: 0, y: 0 }, { x: 0, y: 0 }];
  const draw = (to: { x: number; y: number }) => {
    const rule = { left: Math.min(from.x, to.x), right: Math.max(from.x, to.x), top: Math.min(from.y, to.y), bottom: Math.max(from.y, to.y) };
    if (isThin(rule)) found.push(rule);
    from = to;
  };
  for (let index = 0; index < values.length && index < 400;) {
    const point = at(matrix, values[index + 1] ?? 0, values[index + 2] ?? 0);
    if (values[index] === 0) start = from = point;
    else if (values[index] === 1) draw(point);
    else if (values[index] === 4) draw(start);
    else return [];
    index += values[index] === 4 ? 1 : 3;
  }
  return found;
}

function alphaOf(pairs: unknown, before: number): number {
  const found = Array.isArray(pairs) ? (pairs as unknown[]).findLast((pair): pair is [string, number] => Array.isArray(pair) && pair[0] === 'ca') : undefined;
  return found ? Number(found[1]) : before;
}

function wordsOf(glyphs: unknown, { size, charSpacing, wordSpacing, scale }: State): { words: string; width: number } {
  let [words, width] = ['', 0];
  for (const glyph of Array.isArray(glyphs) ? glyphs as unknown[] : []) {
    if (typeof glyph === 'number') {
      width -= (glyph / 1000) * size * scale;
      if (glyph < -200) words += ' ';
    } else if (glyph && typeof glyph === 'object') {
      const { unicode = '', width: advance = 0, isSpace = false } = glyph as { unicode?: string; width?: number; isSpace?: boolean };
      words += unicode;
      width += ((advance / 1000) * size + charSpacing + (isSpace ? wordSpacing : 0)) * scale;
    }
  }
  return { words, width };
}

function colourAt(filled: readonly Filled[], x: number, y: number): string {
  return filled.findLast(({ box }) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom)?.colour ?? '#ffffff';
}

function sameAs(colour: string, background: string): boolean {
  const [one, other] = [colour, background].map((hex) => /^#(..)(..)(..)$/.exec(hex)?.slice(1).map((part) => Number.parseInt(part, 16)));
  return one !== undefined && other !== undefined && one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) < sameColour;
}
