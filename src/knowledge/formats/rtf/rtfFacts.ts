/** What an RTF file says before its text: fonts, styles, and who wrote it. */
export interface RtfFacts {
  title: string;
  author: string;
  /** Encodings of fonts by their number. */
  readonly fonts: Map<number, string>;
  font: number;
  /** The style that is being defined. */
  style: { number: number; name: string; level: number | undefined };
}

const encodings: Readonly<Record<number, string>> = {
  0: 'windows-1252',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};
const blank = { number: 0, name: '', level: undefined };

export const createRtfFacts = (): RtfFacts => ({
  title: '',
  author: '',
  fonts: new Map(),
  font: 0,
  style: { ...blank },
});

/** Heeds a control word of the table of fonts or styles. */
export function applyToFacts(facts: RtfFacts, word: string, value: number | undefined, destination: string): void {
  if (destination === 'fonttbl' && word === 'f') facts.font = value ?? 0;
  const encoding = word === 'fcharset' ? encodings[value ?? 0] : undefined;
  if (destination === 'fonttbl' && encoding !== undefined) facts.fonts.set(facts.font, encoding);
  if (destination === 'stylesheet' && word === 's') facts.style.number = value ?? 0;
  if (destination === 'stylesheet' && word === 'outlinelevel') facts.style.level = value;
}

/** The style that was defined, when it is one of headings. */
export function endStyle(facts: RtfFacts): { readonly number: number; readonly level: number } | undefined {
  const { number, name, level } = facts.style;
  facts.style = { ...blank };
  const named = /^\s*heading (\d)/i.exec(name)?.[1];
  if (named !== undefined) return { number, level: Math.min(Math.max(Number(named), 1), 6) };
  if (/^\s*title;/i.test(name)) return { number, level: 1 };
  return level !== undefined && level >= 0 && level < 6 ? { number, level: level + 1 } : undefined;
}
