/**
 * Characters that no reader sees: NUL, soft hyphen, grapheme joiner, bidirectional and zero-width controls, fillers,
 * byte order mark, tag characters and the supplementary variation selectors, which carry one hidden byte each. They can
 * hide text from a person but not from a model.
 */
const invisibleRun =
  /[\0\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]+/gu;
/**
 * One selector says how a suitable character before it looks (❤️, 葛󠄀, ∩︀); after any other
 * character, or in a row, they are a message.
 */
const selectorRun = /[\u180B-\u180D\u180F\uFE00-\uFE0F]+/g;
const selectable = /[\p{Emoji}\p{Sm}\p{sc=Han}\p{sc=Mymr}\p{sc=Phag}\p{sc=Mong}\u3000-\u303F\uFF00-\uFFEF]$/u;
/**
 * Private-use characters: without a special font, a reader sees a box or nothing. Word processors use them as list
 * bullets, so they become blanks that keep words apart.
 */
const privateUse = /[\uE000-\uF8FF]/g;
const privatePlanes = /[\u{F0000}-\u{10FFFF}]+/gu;
/** Control characters, and the Unicode line and paragraph separators, which do not count as line ends here. */
const controls = /[\x01-\x08\x0B-\x1F\x7F-\x9F\u2028\u2029]/g;
/** Most texts need only this check: 5 MB of prose takes 8 ms here and 94 ms in the rest of `stripInvisible`. */
const suspicious =
  /[\0-\x08\x0B-\x1F\x7F-\x9F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202E\u2060-\u206F\u3164\uD800-\uF8FF\uFE00-\uFE0F\uFEFF\uFFA0\uFFF9-\uFFFB]/;

const pictureBefore = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]$/u;
const pictureAfter = /^\p{Extended_Pictographic}/u;
/** Scripts in which a joiner or non-joiner changes what is written. */
const joining = String.raw`\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mand}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Mymr}\p{scx=Khmr}\p{scx=Tibt}`;
const joiningBefore = new RegExp(`[${joining}]$`, 'u');
const joiningAfter = new RegExp(`^[${joining}]`, 'u');

/**
 * Removes characters that no reader sees, but keeps the joiners and selectors of emoji and of the scripts that need
 * them. Control and private-use characters become blanks, line ends become `\n`, and lone surrogates become U+FFFD. A
 * second pass changes nothing; lines are never added or lost. `removed` ignores a byte order mark at the start, which
 * legitimately marks an encoding.
 */
export function stripInvisible(text: string): { readonly text: string; readonly removed: boolean } {
  if (!suspicious.test(text)) return { text, removed: false };
  const source = text
    .toWellFormed()
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(controls, ' ')
    .replaceAll(privateUse, ' ');
  // Selectors first: the character before a joiner decides whether it stays.
  const stripped = source
    .replaceAll(privatePlanes, '')
    .replaceAll(selectorRun, keptSelector)
    .replaceAll(invisibleRun, keptJoiner);
  return { text: stripped, removed: stripped.length < source.length };
}

function keptSelector(run: string, offset: number, source: string): string {
  return selectable.test(source.slice(Math.max(0, offset - 2), offset)) ? run.charAt(0) : '';
}

function keptJoiner(run: string, offset: number, source: string): string {
  const joiner = /[\u200C\u200D]/.exec(run)?.[0];
  if (!joiner) return '';
  const before = source.slice(Math.max(0, offset - 2), offset);
  const after = source.slice(offset + run.length, offset + run.length + 2);
  if (joiningBefore.test(before) && joiningAfter.test(after)) return joiner;
  return run.includes('\u200D') && pictureBefore.test(before) && pictureAfter.test(after) ? '\u200D' : '';
}
