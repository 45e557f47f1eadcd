const fence = /^[ \t]*(`{3,}|~{3,})/;
const container = /^([ \t>]*):{3,}[ \t]*([A-Za-z][\w-]*)?(?:\[([^\]\n]*)\])?(?:\{[^}\n]*\})?[ \t]*(.*)$/;
const admonition =
  /^([ \t]*)(?:!!!|\?\?\?\+?|===[+!]?)[ \t]+(?:([A-Za-z][\w -]*?)[ \t]*)?(?:"([^"\n]*)")?(?:[ \t]*\{[^{}\n]*\})?[ \t]*$/;
const alert = /^([ \t]*(?:>[ \t]*)+)\[!(\w+)\][+-]?[ \t]*(.*)$/;
const headingAttributes = /^([ \t]*#{1,6}[ \t].*?)[ \t]*\{:?[ \t]*[#.][^{}\n]*\}[ \t]*$/;
const attributesAlone = /^[ \t]*\{:[^{}\n]*\}[ \t]*$/;
const inlineAttributes = /(?<=[)\]`*])\{(?::|[#.]|\w+=)[^{}\n]*\}/g;
/** Of Obsidian: a comment, and the name of a block at its end. */
const comment = /^[ \t]*%%[^%\n]*%%[ \t]*$/;
const blockName = / \^[A-Za-z][\w-]*$/;
const liquid = /^([ \t]*)\{%[^{}\n]*%\}[ \t]*$/;
const liquidTitle = /\b(?:title|summary)="([^"\n]+)"/;
const shortcode = /\{\{[<%][^{}\n]*[%>]\}\}/g;

/** A longer line is no mark, and would take the square of its length. */
const maxLine = 1000;

/**
 * Takes out of Markdown the marks that site generators add and a reader never sees: `:::note Title`, `!!! note "Title"`
 * with its text set in, `=== "Tab"`, `> [!NOTE]`, `## Title {#id}`, `{{< shortcode >}}`, `{% hint %}` on a line of its
 * own. A title stays, the number of lines too. Code stays whole.
 */
export function stripDirectives(source: string): string {
  if (!/%%|\^|\{%|:::|!!!|\?\?\?|===|\[!|\{[#.:{ ]|\{\w+=/.test(source)) return source;
  let open: string | undefined;
  /** How far the text of each open admonition is set in. */
  let levels: number[] = [];
  const lines = source.split('\n').map((given) => {
    if (given.length > maxLine) return given;
    const indent = /^[ \t]*/.exec(given)?.[0].replaceAll('\t', '    ').length ?? 0;
    if (given.trim() && !open) levels = levels.filter((level) => indent >= level);
    const line = levels.length > 0 ? dedented(given, levels.length * 4) : given;
    const mark = fence.exec(line)?.[1];
    if (open !== undefined) {
      if (mark?.startsWith(open) && line.trim() === mark) open = undefined;
      return line;
    }
    if (mark) open = mark;
    if (mark) return line;
    // Within a list they are set in as deep as code is elsewhere.
    const block = admonition.exec(line);
    if (block && (block[2] !== undefined || block[3] !== undefined)) {
      levels.push(indent + 4);
      return block[3] ? `${block[1] ?? ''}${titled(block[3])}` : '';
    }
    return /^(?: {4}|\t)/.test(line) && !container.test(line) ? line : plain(line);
  });
  return lines.join('\n');
}

function plain(line: string): string {
  if (comment.test(line)) return '';
  const tag = liquid.exec(line);
  if (tag) return (tag[1] ?? '') + titled(liquidTitle.exec(line)?.[1] ?? '');
  const colons = container.exec(line);
  if (colons) return (colons[1] ?? '') + titled(colons[3] || (colons[4] ?? ''));
  const alerted = alert.exec(line);
  if (alerted) return `${alerted[1] ?? ''}${titled(alerted[3] ?? '') || `${named(alerted[2] ?? '')}:`}`;
  if (attributesAlone.test(line)) return '';
  return line
    .replace(headingAttributes, '$1')
    .replace(blockName, '')
    .replaceAll(shortcode, '')
    .replaceAll(inlineAttributes, '');
}

/** A paragraph of its own without a blank line: a comment ends what stands above, and its own line ends it. */
function titled(title: string): string {
  return title.trim() && `<!-- -->${title.trim()}`;
}

const named = (type: string) => type.charAt(0).toUpperCase() + type.slice(1).toLowerCase();

function dedented(line: string, by: number): string {
  return line.replaceAll('\t', '    ').replace(new RegExp(`^ {1,${by}}`), '');
}
