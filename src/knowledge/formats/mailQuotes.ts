/** Where a mail ends and the earlier ones that it quotes begin. */

/** The names of the lines with which Outlook heads a quoted mail, by language: from, sent, to or about. */
const heads = {
  from: 'From|Von|De|Van|Da|Od|Från|Fra|Kimden|Gönderen|От|发件人|寄件者|差出人',
  sent: 'Sent|Date|Gesendet|Datum|Envoyé|Verzonden|Enviado(?: el| em)?|Fecha|Inviato|Data|Wysłano|Skickat|Sendt|Dato|Gönderildi|Gönderme Tarihi|Tarih|Отправлено|Дата|发送时间|日期|送信日時|日付',
  about:
    'To|Subject|Cc|An|Betreff|À|A|Objet|Aan|Onderwerp|Para|Asunto|Assunto|Oggetto|Do|Temat|Till|Ämne|Til|Emne|Kime|Alıcı|Bilgi|Konu|Кому|Тема|收件人|主题|收件者|主旨|宛先|件名',
} as const;

const headLine = (names: string): string => String.raw`\*?(?:${names})[ \u00A0]?[:：]\*?[ \u00A0].+`;

/**
 * Verbs of the line that names whom a mail quotes, by the word that it begins with: `On Mon, 3 Mar 2025, Ann Lee wrote:`.
 * Mail programs wrap it. Patterns for further languages as in email-reply-parser.
 */
const begun: readonly (readonly [begins: string, verb: string])[] = [
  ['On', 'wrote'],
  ['Am', 'schrieb'],
  ['Le', 'a écrit'],
  ['El', 'escribió'],
  ['Il', 'ha scritto'],
  ['Em|A', 'escreveu'],
  ['Op', 'schreef'],
  ['W dniu|Dnia', 'pisze|napisał(?:a|\\(a\\))?'],
  ['Den|Le|D\\.', 'skrev'],
];
/** Lines that begin with a name, an address or a day, and end in the verb or, in Russian and Japanese, in nothing. */
const ended: readonly string[] = [
  String.raw`.{0,150}\d{4}.{0,150}(?:pisze|napisał(?:a|\(a\))?)`,
  String.raw`.{3,150}\d{4}.{0,60}tarihinde.{0,100} yazdı`,
  String.raw`.{0,150}\d{4}.{0,150}(?:пишет|писал(?:а|\(а\))?|написал(?:а|\(а\))?)`,
  String.raw`(?:пн|вт|ср|чт|пт|сб|вс)\.?, \d{1,2} .{3,12} \d{4} г\..{0,12}\d{1,2}:\d{2}, .{1,150}`,
  String.raw`.{0,150}\d{4}年\d{1,2}月\d{1,2}日.{0,150}(?:写道|寫道)`,
  String.raw`\d{4}[年/]\d{1,2}[月/]\d{1,2}日?.{0,20}\d{1,2}:\d{2}.{0,150}`,
  String.raw`.{0,150}\d{4}[年/]\d{1,2}[月/]\d{1,2}.{0,150}(?:のメッセージ|書きました)`,
];

/** A line and, where it was wrapped, the next. */
const twoLines = String.raw`[^\n]{4,200}(?:\n[^\n]{0,100})?`;
const wrote = [
  ...begun.map(
    ([begins, verb]) =>
      String.raw`(?:${begins})\s(?=[^\n]*\n?[^\n]*\d)${twoLines}\s(?:${verb})(?:\s[^\n]{1,100}(?:\n[^\n]{0,80}@[^\n]{0,80})?)?`,
  ),
  ...ended,
].join('|');
const wroteMark = new RegExp(String.raw`^(?:-{1,8}\s*)?(?:${wrote})\s?[:：][ \t]*$`, 'mu');
/** The same as all that stands there; of English and its neighbours also without a day, as mailing lists have it. */
const wroteLine = new RegExp(
  String.raw`^(?:(?:On|Am|Le|El|Il)\s[^]{6,200}(?:wrote|schrieb|a écrit|escribió|ha scritto)[^]{0,100}:|(?:${wrote})\s?[:：])$`,
  'u',
);

/** Marks with which mail programs begin a quoted message. */
const htmlMarks: readonly RegExp[] = [
  /<blockquote[^<>]*\btype\s*=\s*["']?cite/i,
  /<(?:div|blockquote)[^<>]*\bclass\s*=\s*["'][^"']*\b(?:gmail_quote|gmail_quote_container|moz-cite-prefix|yahoo_quoted|protonmail_quote)\b/i,
  /<div[^<>]*\bid\s*=\s*["']?(?:divRplyFwdMsg|appendonsend|x_divRplyFwdMsg|mail-editor-reference-message-container)\b/i,
  /<div[^<>]*border-top\s*:\s*solid\s+#?(?:E1E1E1|B5C4DF)[^<>]*>/i,
  // The bold names of the lines themselves.
  new RegExp(
    String.raw`<(?:b|strong)\b[^<>]{0,200}>(?:<[^<>]{0,200}>|\s){0,5}(?:${heads.from})(?:\s|&nbsp;)?:[^]{0,800}?<(?:b|strong)\b[^<>]{0,200}>(?:<[^<>]{0,200}>|\s){0,5}(?:${heads.sent})(?:\s|&nbsp;)?:`,
    'u',
  ),
];
const textMarks: readonly RegExp[] = [
  /^-{2,}\s*(?:Original Message|Forwarded message|Ursprüngliche Nachricht|Message d'origine|Mensaje original|Messaggio originale|Oorspronkelijk bericht|Mensagem original|Wiadomość oryginalna|Ursprungligt meddelande|Oprindelig meddelelse|Исходное сообщение|Orijinal Mesaj|原始邮件|元のメッセージ)\s*-{2,}/imu,
  /^(?:On .{6,200} wrote|Am .{6,200} schrieb .{1,100}|Le .{6,200} a écrit|El .{6,200} escribió|Il .{6,200} ha scritto)\s*:\s*$/im,
  wroteMark,
  new RegExp(
    String.raw`^(?:_{20,}[ \t]*\n)?${headLine(heads.from)}\n${headLine(heads.sent)}\n(?:${headLine(heads.about)})`,
    'mu',
  ),
  /^>/m,
];

/**
 * Splits a page where quoted messages begin; `quoted` is undefined if there are none. A page that begins with them,
 * such as a forwarded mail, counts as the sender's own text.
 */
export function splitHtml(html: string): [own: string, quoted: string | undefined] {
  return splitAt(html, firstOf(html, htmlMarks), (part) =>
    part.replaceAll(/<(style|title)[\s\S]*?<\/\1>|<[^>]*>/gi, ''),
  );
}

/** Splits plain text in the same way: at lines of `>`, or at the line that names the quoted author. */
export function splitText(text: string): [own: string, quoted: string | undefined] {
  const source = text.replaceAll(/\r\n?/g, '\n');
  const [own, quoted] = answerBelow(source) ?? splitAt(source, firstOf(source, textMarks), (part) => part);
  return [own, quoted?.replaceAll(/^(?:> ?)+/gm, '')];
}

/** Splits a mail that quotes first and answers below without further quotes, as is usual on mailing lists. */
function answerBelow(source: string): [own: string, quoted: string] | undefined {
  const lines = source.split('\n');
  const [first, last] = [
    lines.findIndex((line) => line.startsWith('>')),
    lines.findLastIndex((line) => line.startsWith('>')),
  ];
  const above = lines.slice(0, first).join('\n').trim();
  const isWhole = lines.slice(first, last).every((line) => line.startsWith('>') || !line.trim());
  if (first < 0 || !isWhole || (above && !wroteLine.test(above))) return undefined;
  const own = lines.slice(last + 1).join('\n');
  return own.trim() ? [own, lines.slice(0, last + 1).join('\n')] : undefined;
}

function firstOf(text: string, marks: readonly RegExp[]): number {
  const found = marks.map((mark) => mark.exec(text)?.index ?? Infinity);
  return Math.min(...found);
}

function splitAt(text: string, at: number, words: (part: string) => string): [string, string | undefined] {
  if (at === Infinity || !words(text.slice(0, at)).trim()) return [text, undefined];
  return [text.slice(0, at), text.slice(at)];
}
