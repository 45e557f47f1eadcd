/** From PDF space to the page as shown: origin at the top left, turned upright. */
export type Transform = readonly number[];

/** A box on the page as shown, in points: origin at the top left. A ruled line is a thin one. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const identity: Transform = [1, 0, 0, 1, 0, 0];

/** Applies `left` after `right`, in PDF's order of multiplication. */
export function multiply(left: Transform, right: Transform): Transform {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = left;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = right;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

export function pointAt(
  [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Transform,
  x: number,
  y: number,
): { readonly x: number; readonly y: number } {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** Returns the bounding box of the transformed rectangle. */
export function boxOf(matrix: Transform, [x0, y0, x1, y1]: readonly [number, number, number, number]): Box {
  const corners = [pointAt(matrix, x0, y0), pointAt(matrix, x1, y0), pointAt(matrix, x0, y1), pointAt(matrix, x1, y1)];
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** What text operators set, apart from their matrices. */
export interface TextState {
  size: number;
  /** How letters are painted; modes 3 and 7 paint nothing visible. */
  mode: number;
  charSpacing: number;
  wordSpacing: number;
  scale: number;
  rise: number;
  leading: number;
}

export const firstTextState: TextState = {
  size: 0,
  mode: 0,
  charSpacing: 0,
  wordSpacing: 0,
  scale: 1,
  rise: 0,
  leading: 0,
};

/** One string as it is drawn, in the space of the page's content. */
export interface DrawnString {
  readonly text: string;
  readonly width: number;
  readonly matrix: Transform;
}

/** Follows the text operators; returns the string that an operator draws, if any. */
export function createStringWalk(): (
  name: string,
  args: readonly unknown[],
  state: TextState,
) => DrawnString | undefined {
  let [text, line]: [Transform, Transform] = [identity, identity];
  const newLine = (x: number, y: number) => (text = line = multiply(line, [1, 0, 0, 1, x, y]));
  const draw = (glyphs: unknown, state: TextState): DrawnString => {
    const { words, width } = shownWords(glyphs, state);
    const matrix = multiply(text, [1, 0, 0, 1, 0, state.rise]);
    text = multiply(text, [1, 0, 0, 1, width, 0]);
    return { text: words, width, matrix };
  };
  return (name, args, state) => {
    const [x, y] = [Number(args[0]), Number(args[1])];
    switch (name) {
      case 'beginText':
        text = line = identity;
        return undefined;
      case 'setTextMatrix':
        text = line = Object.values(args[0] as Record<string, number>);
        return undefined;
      case 'moveText':
        newLine(x, y);
        return undefined;
      case 'setLeadingMoveText':
        state.leading = y;
        newLine(x, y);
        return undefined;
      case 'nextLine':
        newLine(0, state.leading);
        return undefined;
      case 'nextLineShowText':
        newLine(0, state.leading);
        return draw(args[0], state);
      case 'showText':
      case 'showSpacedText':
        return draw(args[0], state);
      default:
        setText(name, x, y, state);
        return undefined;
    }
  };
}

function setText(name: string, x: number, y: number, state: TextState): void {
  switch (name) {
    case 'setLeading':
      state.leading = x;
      return;
    case 'setCharSpacing':
      state.charSpacing = x;
      return;
    case 'setWordSpacing':
      state.wordSpacing = x;
      return;
    case 'setHScale':
      state.scale = x / 100;
      return;
    case 'setTextRise':
      state.rise = x;
      return;
    case 'setTextRenderingMode':
      state.mode = x;
      return;
    case 'setFont':
      state.size = y;
      return;
    default:
  }
}

function shownWords(
  glyphs: unknown,
  { size, charSpacing, wordSpacing, scale }: TextState,
): { words: string; width: number } {
  let [words, width] = ['', 0];
  for (const glyph of Array.isArray(glyphs) ? (glyphs as unknown[]) : []) {
    if (typeof glyph === 'number') {
      width -= (glyph / 1000) * size * scale;
      if (glyph < -200) words += ' ';
    } else if (glyph && typeof glyph === 'object') {
      const {
        unicode = '',
        width: advance = 0,
        isSpace = false,
      } = glyph as { unicode?: string; width?: number; isSpace?: boolean };
      words += unicode;
      width += ((advance / 1000) * size + charSpacing + (isSpace ? wordSpacing : 0)) * scale;
    }
  }
  return { words, width };
}
