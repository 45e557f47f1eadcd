import { printable } from './terminal.ts';

const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

export type Style = keyof typeof codes;

/** Sets text in a style, where the screen shows styles. */
export type Paint = (style: Style, text: string) => string;

/** Not `styleText` of Node: newer ones ask this process's own screen, and a command may write to that of another. */
export function paintFor({ colour }: { readonly colour: boolean }): Paint {
  return (style, text) => {
    const [on, off] = codes[style];
    return colour && text ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  };
}

export const noPaint: Paint = (_style, text) => text;

/** A copy whose texts hold no control characters: what is painted afterwards is printed as it is. */
export function printableCopy<Value>(value: Value): Value {
  if (typeof value === 'string') return printable(value) as Value;
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => printableCopy(item)) as Value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, printableCopy<unknown>(part)])) as Value;
}
