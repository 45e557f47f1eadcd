/** Where mail programs begin what an earlier message said. */
const htmlMarks: readonly RegExp[] = [
  /<blockquote[^<>]*\btype\s*=\s*["']?cite/i,
  /<(?:div|blockquote)[^<>]*\bclass\s*=\s*["'][^"']*\b(?:gmail_quote|gmail_quote_container|moz-cite-prefix|yahoo_quoted|protonmail_quote)\b/i,
  /<div[^<>]*\bid\s*=\s*["']?(?:divRplyFwdMsg|appendonsend|x_divRplyFwdMsg|mail-editor-reference-message-container)\b/i,
  /<div[^<>]*border-top\s*:\s*solid\s+#?(?:E1E1E1|B5C4DF)[^<>]*>/i,
];
const textMarks: readonly RegExp[] = [
  /^-{2,}\s*(?:Original Message|Forwarded message|Ursprüngliche Nachricht|Message d'origine|Mensaje original|Messaggio originale)\s*-{2,}/im,
  /^(?:On .{6,200} wrote|Am .{6,200} schrieb .{1,100}|Le .{6,200} a écrit|El .{6,200} escribió|Il .{6,200} ha scritto)\s*:\s*$/im,
  /^From: .+\n(?:Sent|Date): .+\n(?:To|Subject): /im,
  /^>/m,
];

/** A page cut where earlier messages begin; undefined: it quotes none. A page that begins with them, as a forwarded one, is all its sender's. */
export function splitHtml(html: string): [own: string, quoted: string | undefined] {
  return splitAt(html, firstOf(html, htmlMarks), (part) =>
    part.replaceAll(/<(style|title)[\s\S]*?<\/\1>|<[^>]*>/gi, ''),
  );
}

/** Text likewise: lines of `>`, or below the line that names the one who wrote. */
export function splitText(text: string): [own: string, quoted: string | undefined] {
  const source = text.replaceAll(/\r\n?/g, '\n');
  const [own, quoted] = splitAt(source, firstOf(source, textMarks), (part) => part);
  return [own, quoted?.replaceAll(/^(?:> ?)+/gm, '')];
}

function firstOf(text: string, marks: readonly RegExp[]): number {
  const found = marks.map((mark) => mark.exec(text)?.index ?? Infinity);
  return Math.min(...found);
}

function splitAt(text: string, at: number, words: (part: string) => string): [string, string | undefined] {
  if (at === Infinity || !words(text.slice(0, at)).trim()) return [text, undefined];
  return [text.slice(0, at), text.slice(at)];
}

/** The name of `Ann Lee <ann@example.com>`, else the address. */
export function authorOf(from: string): string | undefined {
  return /^"?([^"<]*?)"?\s*</.exec(from)?.[1]?.trim() || from || undefined;
}
