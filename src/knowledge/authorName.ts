/** Programs, and the accounts and robots that write for people: nobody can be asked there. */
const programs =
  /\b(?:python-docx|docx4j|apache poi|openpyxl|microsoft|ms word|office 365|word|excel|powerpoint|libreoffice|openoffice|writer|calc|impress|pdftex|latex|luatex|xetex|tex|acrobat|distiller|pdfmaker|adobe|indesign|pages|google docs|google|unoconv|pandoc|canva|wkhtmltopdf|skia|chromium|chrome|headless|puppeteer|playwright|ghostscript|quartz|itext|reportlab|fpdf|tcpdf|dompdf|prince ?xml|weasyprint|calibre|scribus|confluence|sharepoint|notion|sphinx|mkdocs|docusaurus|wordpress|scanner|bot|robot|crawler|spider|system|service account|automation|jenkins|github actions?|ci|cron|root|daemon|no-?reply|do-?not-?reply|donotreply|mailer|postmaster|webmaster|noreply)\b/i;
const nobody =
  /^(?:admin(?:istrator)?|users?|owner|author|guest|test(?:er)?|unknown|anonymous|anonym|unbekannt|n\/?a|none|null|undefined|default|me|myself|someone|editor|editors|staff|company|untitled|title|name|your name|first last|pc|laptop|desktop|computer|home|windows|windows user|mac|macbook|asus|dell|hp|lenovo|acer|toshiba|sony|samsung)[\s\d]*$/i;
const address = /:\/\/|www\.|@|\\|^\//i;
/** Letters and digits without a blank: "svc-docs01", "jd4711", "DESKTOP-9K2L". */
const account = /^(?=\S*\d)\S+$|^[a-z]+[._-][a-z._-]+$/;
/** UTF-16 units; more than that is no name. */
const longest = 60;

/**
 * The name of a person or a team that a document was stored with as its author, or null when it names a program, an account or nobody: documents keep what the software wrote that made them.
 * An e-mail address in angle brackets is left out; a bare one is no name.
 * @param stored as the document has it
 */
export function authorName(stored: string | null): string | null {
  const name = (stored ?? '')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .replace(/\s*<[^>]*>\s*$/, '')
    .trim();
  const letters = name.match(/\p{L}/gu)?.length ?? 0;
  return letters < 2 ||
    name.length > longest ||
    programs.test(name) ||
    nobody.test(name) ||
    address.test(name) ||
    account.test(name) ||
    /[<>`[\]{}]/.test(name)
    ? null
    : name;
}
