import { runOf } from './docxNumbers.ts';
import { attribute, elementAt, elementsIn, readXml, textIn, type XmlElement } from './xml.ts';

/** Formulas as words in a line, `i = p/12`, where mammoth would drop them. */
export function formulasAsText(xml: string): string {
  return xml.replaceAll(/<m:oMath(?:\s[^<>]*)?>(?:(?!<m:oMath[\s>])[^])*?<\/m:oMath>/g, (formula) =>
    runOf(inLine(readXml(formula))),
  );
}

function inLine(element: XmlElement): string {
  const part = (name: string): string => {
    const found = elementAt(element, name);
    return found ? inLine(found) : '';
  };
  switch (element.name) {
    case 't':
      return textIn(element);
    case 'f':
      return `${grouped(part('num'))}/${grouped(part('den'))}`;
    case 'sSup':
      return `${part('e')}^${grouped(part('sup'))}`;
    case 'sSub':
      return `${part('e')}_${grouped(part('sub'))}`;
    case 'sSubSup':
      return `${part('e')}_${grouped(part('sub'))}^${grouped(part('sup'))}`;
    case 'rad':
      return `${part('deg')}√${grouped(part('e'))}`;
    case 'd':
      return `${sign(element, 'begChr', '(')}${elementsIn(element, 'e').map(inLine).join(', ')}${sign(element, 'endChr', ')')}`;
    case 'nary':
      return `${sign(element, 'chr', '∫')}${limit('_', part('sub'))}${limit('^', part('sup'))} ${part('e')}`;
    case 'rPr':
    case 'ctrlPr':
      return '';
    default:
      return elementsIn(element).map(inLine).join('');
  }
}

const grouped = (text: string): string => (/^[\p{L}\d.,%]*$/u.test(text) ? text : `(${text})`);
const limit = (mark: string, text: string): string => (text ? `${mark}${grouped(text)}` : '');

/** Brackets and the sign of a sum, as the formula's properties tell them. */
function sign(element: XmlElement, name: string, otherwise: string): string {
  const found = elementAt(element, `${element.name}Pr`, name);
  return found ? (attribute(found, 'val') ?? '') : otherwise;
}
