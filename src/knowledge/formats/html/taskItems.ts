import type { Element } from 'hast';
import { struck } from './hastWalk.ts';
import { attributeOf, elementsOf } from './htmlFacts.ts';

/** As canonical text shows boxes to tick. */
export const ticks = { done: '☑', open: '☐' } as const;

/** Boxes that open menus and panels are no tasks. */
const opener = /toggle|nav|menu|accordion|collaps|tree|tab/i;

/**
 * Whether an item of a task list is done; undefined for any other item. Known are boxes before the words (GitHub,
 * GitLab, Google Docs' pictures of them, Notion's `checkbox-on`), Confluence's lists, and `data-checked` and ARIA.
 */
export function isTicked(item: Element, list: Element): boolean | undefined {
  const told =
    attributeOf(item, 'dataChecked') || (attributeOf(item, 'role') === 'checkbox' && attributeOf(item, 'ariaChecked'));
  if (told === 'true' || told === 'false') return told === 'true';
  if (/(?:^|\s)inline-task-list(?:\s|$)/.test(attributeOf(list, 'className')))
    return /(?:^|\s)checked(?:\s|$)/.test(attributeOf(item, 'className'));
  const box = leadingBox(item);
  if (!box) return undefined;
  if (box.tagName !== 'input') return isOn.test(attributeOf(box, 'className')) || attributeOf(box, 'alt') === 'checked';
  return box.properties['checked'] !== undefined && box.properties['checked'] !== false;
}

const isOn = /(?:^|\s)checkbox-on(?:\s|$)/;
const isDrawn = /(?:^|\s)checkbox-(?:on|off)(?:\s|$)/;

/** The box that stands before an item's first word. */
function leadingBox(item: Element): Element | undefined {
  for (const child of item.children) {
    if (child.type === 'text' && child.value.trim()) return undefined;
    if (child.type !== 'element') continue;
    if (child.tagName === 'input' && attributeOf(child, 'type') === 'checkbox')
      return opener.test(`${attributeOf(child, 'className')} ${attributeOf(child, 'id')}`) ? undefined : child;
    if (isDrawn.test(attributeOf(child, 'className')) || /^(?:un)?checked$/.test(attributeOf(child, 'alt')))
      return child;
    return leadingBox(child);
  }
  return undefined;
}

/** Words of a task that is done are crossed out because it is done, and not because they no longer hold. */
export function unstrike(item: Element): void {
  for (const element of elementsOf(item)) if (struck.has(element.tagName)) element.tagName = 'span';
}
