import {
  type Box,
  boxOf,
  createStringWalk,
  type DrawnString,
  firstTextState,
  multiply,
  pointAt,
  type TextState,
  type Transform,
} from './pdfGeometry.ts';

/** pdf.js's list of what a page draws: `argsArray[i]` belongs to the operator `fnArray[i]`. */
export interface OperatorList {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

/** One drawn string. */
export interface Shown {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly hidden: boolean;
}

/** What a page draws besides letters, and which letters cannot be seen. */
export interface Drawing {
  readonly rules: readonly Box[];
  /** Small filled boxes and circles, such as the bullets of a list that a browser printed. */
  readonly dots: readonly Box[];
  readonly shown: readonly Shown[];
  /** Whether a picture is drawn. */
  readonly pictured: boolean;
  /** Returns the final colour at a point as `#rrggbb`; white if nothing is drawn there, `unknown` on a picture. */
  colourAt(x: number, y: number): string;
}

interface DrawingOptions {
  /** Operator numbers by name, as pdf.js gives them. */
  readonly operators: Readonly<Record<string, number>>;
  /** Size of the page, in points. */
  readonly width: number;
  readonly height: number;
  /** Whether an optional layer is shown. */
  isShown(layer: unknown): boolean;
}

interface State extends TextState {
  matrix: Transform;
  fill: string;
  alpha: number;
}

interface Filled {
  readonly box: Box;
  readonly colour: string;
}

interface Drawn {
  readonly rules: Box[];
  readonly dots: Box[];
  readonly shown: (Shown & { readonly unpainted: boolean })[];
  readonly filled: Filled[];
}

/** A rule is thinner than this; a wider box is a background. */
const maxThickness = 3;
/** Nobody can read smaller letters. */
const minSize = 2;
const minRule = 8;
const minDot = 1.5;
const maxDot = 7;
/** A page with more rules is not read for tables: it is a map or a plot. */
const maxRules = 20_000;
const maxFilled = 2_000;
/**
 * The picture of a scan covers at least this share of its page; unpainted letters on it are the text recognised there.
 */
const scanShare = 0.5;
/** A colour closer to its background cannot be distinguished from it: the sum over red, green and blue. */
const sameColour = 24;
const unknown = 'unknown';
/** Text rendering modes that draw outlines, in a colour that is not tracked. */
const outlined: ReadonlySet<number> = new Set([1, 2, 5, 6]);

/**
 * Follows the graphics state through a page. The colours of a picture or pattern are unknown, and text on them counts
 * as visible; so do unpainted letters on the picture of a scan.
 */
export function readDrawing(list: OperatorList, transform: Transform, options: DrawingOptions): Drawing {
  const drawn: Drawn = { rules: [], dots: [], shown: [], filled: [] };
  const follow = createWalk(transform, options, drawn);
  const names = new Map(Object.entries(options.operators).map(([name, number]) => [number, name]));
  for (const [index, number] of list.fnArray.entries())
    follow(names.get(number) ?? '', (list.argsArray[index] ?? []) as readonly unknown[]);
  // Destructured here, so that keeping the function does not keep the strings in memory.
  const { filled } = drawn;
  const scan = filled.some(
    ({ box, colour }) =>
      colour === unknown &&
      (box.right - box.left) * (box.bottom - box.top) > options.width * options.height * scanShare,
  );
  return {
    pictured: filled.some(({ colour }) => colour === unknown),
    rules: drawn.rules,
    dots: drawn.dots,
    shown: drawn.shown.map(({ unpainted, ...shown }) => ({ ...shown, hidden: shown.hidden || (unpainted && !scan) })),
    colourAt: (x, y) => colourAt(filled, x, y),
  };
}

function createWalk(
  start: Transform,
  { isShown }: DrawingOptions,
  drawn: Drawn,
): (name: string, args: readonly unknown[]) => void {
  const saved: State[] = [];
  const layers: boolean[] = [];
  const followText = createStringWalk();
  let state: State = { ...firstTextState, matrix: start, fill: '#000000', alpha: 1 };
  // A picture that pdf.js does not decode leaves only its place: `save`, `transform`, colours that a browser sets and
  // does not use, `restore`.
  let placed = false;
  const restore = () => {
    if (placed) addBackground(drawn, boxOf(state.matrix, [0, 0, 1, 1]), unknown);
    placed = false;
    state = saved.pop() ?? state;
  };
  return (name, args) => {
    if (name !== 'restore' && name !== 'transform' && !name.startsWith('set')) placed = false;
    switch (name) {
      case 'save':
        saved.push({ ...state });
        return;
      case 'restore':
      case 'paintFormXObjectEnd':
        restore();
        return;
      case 'transform':
        placed = true;
        state.matrix = multiply(state.matrix, args as Transform);
        return;
      case 'paintFormXObjectBegin':
        saved.push({ ...state });
        if (args[0]) state.matrix = multiply(state.matrix, args[0] as Transform);
        return;
      case 'setGState':
        state.alpha = alphaOf(args[0], state.alpha);
        return;
      case 'setFillRGBColor':
        state.fill = String(args[0]);
        return;
      case 'setFillColorN':
      case 'setFillTransparent':
        state.fill = unknown;
        return;
      case 'shadingFill':
        addBackground(drawn, everywhere, unknown);
        return;
      case 'constructPath':
        paint(drawn, args, state);
        return;
      case 'beginMarkedContent':
        layers.push(true);
        return;
      case 'beginMarkedContentProps':
        layers.push(args[0] !== 'OC' || isShown(args[1]));
        return;
      case 'endMarkedContent':
        layers.pop();
        return;
      default:
    }
    if (/^paint\w*Image/.test(name)) addBackground(drawn, boxOf(state.matrix, [0, 0, 1, 1]), unknown);
    const string = followText(name, args, state);
    if (string?.text.trim()) addString(drawn, string, state, layers.includes(false));
  };
}

function addBackground({ filled }: Drawn, box: Box, colour: string): void {
  if (filled.length < maxFilled) filled.push({ box, colour });
}

function addString({ shown, filled }: Drawn, string: DrawnString, state: State, inHiddenLayer: boolean): void {
  const [a = 1, b = 0, c = 0, d = 1, left = 0, top = 0] = multiply(state.matrix, string.matrix);
  const size = Math.hypot(c, d) * Math.abs(state.size);
  const right = left + a * string.width;
  const behind = colourAt(filled, (left + right) / 2, top + (b * string.width) / 2 - size / 3);
  const hidden =
    inHiddenLayer ||
    state.alpha === 0 ||
    size < minSize ||
    (!outlined.has(state.mode) && isSameColour(state.fill, behind));
  shown.push({
    text: string.text,
    left: Math.min(left, right),
    right: Math.max(left, right),
    top,
    hidden,
    unpainted: state.mode === 3 || state.mode === 7,
  });
}

function paint(drawn: Drawn, args: readonly unknown[], { matrix, alpha, fill }: State): void {
  const bounds = args[2] as Readonly<Record<number, number>> | null | undefined;
  if (!bounds || drawn.rules.length > maxRules) return;
  const box = boxOf(matrix, [bounds[0] ?? 0, bounds[1] ?? 0, bounds[2] ?? 0, bounds[3] ?? 0]);
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  if (fills.has(Number(args[0]))) addBackground(drawn, box, alpha < 1 ? unknown : fill);
  if (drawn.dots.length < maxFilled && Math.min(width, height) > minDot && Math.max(width, height) < maxDot)
    drawn.dots.push(box);
  drawn.rules.push(...rulesOf(args[1], box, matrix));
}

const everywhere: Box = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
/** pdf.js's numbers of the operators that fill the path that they close. */
const fills = new Set([22, 23, 24, 25, 26, 27]);

const isThin = ({ left, right, top, bottom }: Box) =>
  Math.min(right - left, bottom - top) <= maxThickness && Math.max(right - left, bottom - top) >= minRule;

/**
 * Returns the straight strokes of a path: `[0 x y]` moves, `[1 x y]` draws, `[4]` closes. For a background, returns its
 * edges, which separate cells too.
 */
function rulesOf(paths: unknown, box: Box, matrix: Transform): Box[] {
  if (isThin(box)) return [box];
  const [path] = Array.isArray(paths) ? (paths as unknown[]) : [];
  const values = path ? Object.values(path as Record<string, number>) : [];
  const found: Box[] = [];
  let [start, from] = [
    { x: 0, y: 0 },
    { x: 0, y: 0 },
  ];
  const draw = (to: { x: number; y: number }) => {
    const rule = {
      left: Math.min(from.x, to.x),
      right: Math.max(from.x, to.x),
      top: Math.min(from.y, to.y),
      bottom: Math.max(from.y, to.y),
    };
    if (isThin(rule)) found.push(rule);
    from = to;
  };
  for (let index = 0; index < values.length && index < 400;) {
    const point = pointAt(matrix, values[index + 1] ?? 0, values[index + 2] ?? 0);
    if (values[index] === 0) start = from = point;
    else if (values[index] === 1) draw(point);
    else if (values[index] === 4) draw(start);
    else return [];
    index += values[index] === 4 ? 1 : 3;
  }
  return found;
}

function alphaOf(pairs: unknown, before: number): number {
  const found = Array.isArray(pairs)
    ? (pairs as unknown[]).findLast((pair): pair is [string, number] => Array.isArray(pair) && pair[0] === 'ca')
    : undefined;
  return found ? found[1] : before;
}

function colourAt(filled: readonly Filled[], x: number, y: number): string {
  return (
    filled.findLast(({ box }) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom)?.colour ??
    '#ffffff'
  );
}

function isSameColour(colour: string, background: string): boolean {
  const [one, other] = [colour, background].map((hex) =>
    /^#(..)(..)(..)$/
      .exec(hex)
      ?.slice(1)
      .map((part) => Number.parseInt(part, 16)),
  );
  return (
    one !== undefined &&
    other !== undefined &&
    one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) < sameColour
  );
}
