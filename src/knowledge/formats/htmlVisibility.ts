/** Elements whose contents are programs or never shown. */
export const scripts: ReadonlySet<string> = new Set(['script', 'style']);
export const unshown: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template', 'iframe', 'svg', 'object', 'embed', 'audio', 'video', 'canvas', 'noembed', 'noframes', 'head', 'title']);
export const formControls: ReadonlySet<string> = new Set(['input', 'select', 'textarea', 'button', 'option', 'optgroup', 'datalist', 'output', 'progress', 'meter']);
/** Elements without contents: nothing can be hidden in them, and they have no end tag to wait for. */
export const voids: ReadonlySet<string> = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'param', 'source', 'track', 'wbr']);

const hidingStyle = /(?:^|;)(?:display:none|visibility:(?:hidden|collapse)|(?:font-size|opacity):[-+]?(?:0+\.?0*|\.0+)(?:px|em|rem|pt|%|ex|ch|vw|vh)?)(?:!important)?(?:;|$)/;

/** True for what the page's author has taken out of sight by `hidden`, `aria-hidden` or its own `style`. A style sheet is not read. */
export function isHidden(attribute: (name: 'hidden' | 'aria-hidden' | 'style') => string | undefined): boolean {
  if (attribute('hidden') !== undefined || attribute('aria-hidden')?.trim().toLowerCase() === 'true') return true;
  const style = attribute('style');
  return style !== undefined && hidingStyle.test(style.slice(0, 2000).replaceAll(/\/\*.*?\*\/|\s+/gs, '').toLowerCase());
}
