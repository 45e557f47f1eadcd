import { deEncapsulateSync } from 'rtf-stream-parser';
import { decode } from './detectFormat.ts';

/** The parser's time grows with the square of the depth: 4,000 groups in one another take .3 s, 200,000 take minutes. */
const maxDepth = 500;

/**
 * Returns the page that Outlook put into RTF ([MS-OXRTFEX]): it stores many mails that were sent as HTML so. Undefined
 * for RTF that holds none, and for one that cannot be read so.
 */
export function htmlInRtf(rtf: Uint8Array): string | undefined {
  const source = Buffer.from(rtf.buffer, rtf.byteOffset, rtf.byteLength);
  if (!source.subarray(0, 4_096).includes('\\fromhtml') || depthOf(source) > maxDepth) return undefined;
  try {
    const { text } = deEncapsulateSync(source, { mode: 'html', decode: decodeBytes, warn: () => undefined });
    return text.toString();
  } catch {
    return undefined;
  }
}

function depthOf(source: Buffer): number {
  let [depth, deepest] = [0, 0];
  for (const [mark] of source.toString('latin1').matchAll(/\\[{}\\]|[{}]/g)) {
    if (mark === '{') deepest = Math.max(deepest, (depth += 1));
    else if (mark === '}') depth -= 1;
  }
  return deepest;
}

/** Code pages that Windows knows by number, where TextDecoder has a name. */
const names: Readonly<Record<string, string>> = {
  cp932: 'shift_jis',
  cp936: 'gbk',
  cp949: 'euc-kr',
  cp950: 'big5',
  cp65001: 'utf-8',
};

function decodeBytes(bytes: Buffer, codePage: string): string {
  const encoding = names[codePage] ?? codePage.replace(/^cp/, 'windows-');
  return decode(bytes, encoding, { lenient: true }) ?? bytes.toString('latin1');
}
