/** Elements whose contents are programs or never shown. */
export const scripts: ReadonlySet<string> = new Set(['script', 'style']);
export const unshown: ReadonlySet<string> = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'iframe',
  'svg',
  'object',
  'embed',
  'audio',
  'video',
  'canvas',
  'noembed',
  'noframes',
  'head',
  'title',
]);
export const formControls: ReadonlySet<string> = new Set([
  'input',
  'select',
  'textarea',
  'button',
  'option',
  'optgroup',
  'datalist',
  'output',
  'progress',
  'meter',
]);
/** Elements without contents: nothing can be hidden in them, and they have no end tag. */
export const voids: ReadonlySet<string> = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'param',
  'source',
  'track',
  'wbr',
]);

const imageNoun = '(?:image|screen ?shot|photo|picture|logo|icon|banner|badge|avatar)';
const namesImage = new RegExp(`^(?:an? |the )?${imageNoun}\\b|\\b${imageNoun}$`, 'i');

/**
 * Returns an image's alternative text if it says something, otherwise ''. One word, a file name, a badge, or words that
 * only name the image do not count.
 */
export function shownAlternative(alternative: string | null | undefined, address: string): string {
  const text = alternative?.replaceAll(/\s+/g, ' ').trim() ?? '';
  return /\S \S/.test(text) &&
    !/\.(?:png|jpe?g|gif|svg|webp)$/i.test(text) &&
    !namesImage.test(text) &&
    !/badge|shields\.io/i.test(address)
    ? text
    : '';
}

/** Classes with which Tailwind, Bootstrap, WordPress, Bulma and similar frameworks hide an element. */
const hidingClasses: ReadonlySet<string> = new Set([
  'hidden',
  'invisible',
  'sr-only',
  'd-none',
  'visually-hidden',
  'visually-hidden-focusable',
  'screen-reader-text',
  'is-hidden',
  'is-sr-only',
  'display-none',
  'u-hidden',
]);
/** Shown again on a wide screen: `hidden md:block`, `d-none d-lg-flex`. */
const shownAgain = /^(?:(?:sm|md|lg|xl|2xl):(?!hidden|invisible|sr-only)|d-(?:sm|md|lg|xl|xxl)-(?!none))/;

function isHiddenByClass(names: string): boolean {
  const classes = names.split(/\s+/);
  return classes.some((name) => hidingClasses.has(name)) && !classes.some((name) => shownAgain.test(name));
}

/**
 * Whether the page's author hides an element with `hidden`, `aria-hidden`, its own `style` or a known class.
 * `styleSheet.ts` handles style sheets. The colour behind the element is not known.
 */
export function isHidden(
  attribute: (name: 'hidden' | 'aria-hidden' | 'style' | 'class') => string | undefined,
): boolean {
  if (isHiddenByClass(attribute('class') ?? '')) return true;
  if (attribute('hidden') !== undefined || attribute('aria-hidden')?.trim().toLowerCase() === 'true') return true;
  const style = attribute('style');
  return style !== undefined && hides(declarationsOf(style));
}

type Declarations = ReadonlyMap<string, string>;

const zero = String.raw`[-+]?(?:0+\.?0*|\.0+)(?:px|em|rem|pt|%|ex|ch|vw|vh)?`;
const hidingValues: readonly (readonly [string, RegExp])[] = [
  ['display', /^none$/],
  ['visibility', /^(?:hidden|collapse)$/],
  ['content-visibility', /^hidden$/],
  ['mso-hide', /^all$/],
  ['opacity', new RegExp(`^${zero}$`)],
  ['filter', new RegExp(String.raw`^opacity\(${zero}\)$`)],
  // Up to two pixels: nobody can read it.
  ['font-size', new RegExp(String.raw`^(?:${zero}|[12]?(?:\.\d*)?(?:px|pt))$`)],
  ['font', new RegExp(String.raw`^(?:[a-z]+ )*${zero}(?:/| |$)`)],
  ['transform', new RegExp(String.raw`^scale\(${zero}(?:,.*)?\)$`)],
  ['text-indent', /^-\d{3,}/],
  ['clip', /^rect\((?:[01](?:px)?[ ,]*){4}\)$/],
  ['clip-path', /^(?:inset\((?:100|[5-9]\d)%|circle\(0)/],
];
const outOfPlace: readonly string[] = ['left', 'right', 'top', 'bottom'];
const size: readonly string[] = ['width', 'height', 'max-width', 'max-height'];
const nothing = new RegExp(`^(?:${zero}|1px)$`);

function hides(style: Declarations): boolean {
  if (hidingValues.some(([name, value]) => value.test(style.get(name) ?? ''))) return true;
  const placed = /^(?:absolute|fixed)$/.test(style.get('position') ?? '');
  if (placed && outOfPlace.some((side) => /^-\d{3,}/.test(style.get(side) ?? ''))) return true;
  if (
    /^(?:hidden|clip)\b/.test(style.get('overflow') ?? '') &&
    size.some((side) => nothing.test(style.get(side) ?? ''))
  )
    return true;
  return hasHidingColour(style);
}

/** No value in an honest page is longer; anything beyond this is not read. */
const longestValue = 200;

/**
 * Returns declarations as a browser reads them: escapes and comments are resolved, and the last value of a property
 * counts. An unclosed comment swallows the rest.
 */
export function declarationsOf(style: string): Declarations {
  const plain = style
    .replaceAll(/\/\*[^]*?(?:\*\/|$)/g, '')
    .replaceAll(/\\([\da-f]{1,6})\s?/gi, (_, code: string) => characterOf(Number.parseInt(code, 16)))
    .toLowerCase();
  return new Map(
    plain.split(';').map((declaration): [string, string] => {
      const colon = declaration.indexOf(':');
      const value = declaration.slice(colon + 1, colon + 1 + longestValue).replace(/!\s*important/, '');
      return [
        declaration.slice(0, Math.max(0, colon)).trim(),
        value
          .replaceAll(/\s+/g, ' ')
          .replaceAll(/ ?([(),/]) ?/g, '$1')
          .trim(),
      ];
    }),
  );
}

const characterOf = (code: number) => (code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' ');

const colourNames: Readonly<Record<string, string>> = {
  white: '#ffffff',
  black: '#000000',
  red: '#ff0000',
  lime: '#00ff00',
  blue: '#0000ff',
  yellow: '#ffff00',
  gray: '#808080',
  grey: '#808080',
  silver: '#c0c0c0',
};

/** Whether text is transparent or has the colour of its own background. */
function hasHidingColour(style: Declarations): boolean {
  const colour = colourOf(style.get('color') ?? '');
  if (!colour) return false;
  const background = style.get('background-color') ?? style.get('background') ?? '';
  return colour === 'transparent' || background.split(' ').some((part) => colourOf(part) === colour);
}

/**
 * Returns `#rrggbb` or `transparent`, the value itself in other notations, and '' for a colour that depends on the
 * page.
 */
function colourOf(value: string): string {
  if (/^(?:inherit|initial|unset|revert|currentcolor|var\(.*)$/.test(value)) return '';
  const short = /^#([\da-f])([\da-f])([\da-f])$/.exec(value);
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`;
  if (/^(?:rgba|hsla)\(.*,(?:0|0?\.0+|0%)\)$/.test(value) || /^#[\da-f]{6}00$/.test(value)) return 'transparent';
  const parts = /^rgba?\((\d{1,3}),(\d{1,3}),(\d{1,3})(?:,1)?\)$/.exec(value);
  if (parts)
    return `#${parts
      .slice(1, 4)
      .map((part) => Number(part).toString(16).padStart(2, '0'))
      .join('')}`;
  return colourNames[value] ?? value;
}
