import { format, getFormatFromId } from 'numfmt';
import { attribute, elementAt, elementsIn, type XmlElement } from './xml.ts';

/** How the cells of one style are shown. */
export interface CellStyle {
  readonly marked: boolean;
  /** Whether the letters are white on no background. */
  readonly unseen: boolean;
  readonly pattern: string;
}

/**
 * Formats that each program shows in its user's own way; here they are written so that every reader understands them.
 */
const localFormats: Readonly<Record<number, string>> = { 14: 'yyyy-mm-dd', 22: 'yyyy-mm-dd hh:mm' };
const general = 'General';

/** Returns the styles of a workbook by number. */
export function cellStyles(root: XmlElement): CellStyle[] {
  const list = (name: string, child: string) => {
    const found = elementAt(root, name);
    return found ? elementsIn(found, child) : [];
  };
  const patterns = new Map(
    list('numFmts', 'numFmt').map((each) => [
      Number(attribute(each, 'numFmtId')),
      attribute(each, 'formatCode') ?? general,
    ]),
  );
  const fonts = list('fonts', 'font');
  const fills = list('fills', 'fill').map((fill) => {
    const type = attribute(elementAt(fill, 'patternFill') ?? fill, 'patternType');
    return elementAt(fill, 'gradientFill') !== undefined || (type !== undefined && !/^(none|gray125)$/.test(type));
  });
  return list('cellXfs', 'xf').map((style) => {
    const font = fonts[Number(attribute(style, 'fontId') ?? 0)];
    const filled = fills[Number(attribute(style, 'fillId') ?? 0)] ?? false;
    const number = Number(attribute(style, 'numFmtId') ?? 0);
    return {
      marked: filled || (font !== undefined && isOn(elementAt(font, 'b'))),
      unseen: !filled && isWhite(font && elementAt(font, 'color')),
      pattern: localFormats[number] ?? patterns.get(number) ?? builtIn(number),
    };
  });
}

function builtIn(number: number): string {
  try {
    return getFormatFromId(number) || general;
  } catch {
    return general;
  }
}

const isOn = (element: XmlElement | undefined): boolean =>
  element !== undefined && !/^(0|false)$/.test(attribute(element, 'val') ?? '1');

function isWhite(colour: XmlElement | undefined): boolean {
  if (!colour || attribute(colour, 'tint') !== undefined) return false;
  return /^(FF)?FFFFFF$/i.test(attribute(colour, 'rgb') ?? '') || attribute(colour, 'theme') === '0';
}

/** Returns a number as the sheet displays it, or unchanged if the pattern does not fit. */
export function displayed(value: number, pattern: string, from1904: boolean): string {
  try {
    const shown = format(pattern, from1904 && isDate(pattern) ? value + 1_462 : value, { throws: false });
    return /^#+$/.test(shown) ? String(value) : shown;
  } catch {
    return String(value);
  }
}

/** Whether a pattern has date letters outside quotes, colours and conditions. */
const isDate = (pattern: string): boolean => /[ymdhs]/i.test(pattern.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''));
