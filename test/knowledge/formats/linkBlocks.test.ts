import { expect, test } from 'vitest';
import { parseHtml } from '../../../src/knowledge/formats/html/html.ts';

const prose =
  '<p>The kiln is fired on Mondays and Thursdays. Bring dry pieces by noon of the day before, with your name on the base and the cone that you want.</p>';
const links = (names: string, open = '<li>', close = '</li>') =>
  names
    .split(' ')
    .map((name) => `${open}<a href="/${name}">${name}</a>${close}`)
    .join('');
const page = (body: string) => parseHtml(`<html><head><title>Kiln</title></head><body>${body}</body></html>`).text;

test.each([
  [
    'a menu of plain divs above the heading',
    `<div>${links('Home Courses Prices', '<div>', '</div>')}</div><h1>Kiln</h1>${prose}`,
  ],
  ['a menu with separators', `<div><div>${links('Home Courses Prices', '', ' | ')}</div></div><h1>Kiln</h1>${prose}`],
  [
    'a menu in the cells of a table',
    `<table><tr>${links('Home Courses Prices', '<td>', '</td>')}</tr></table><h1>Kiln</h1>${prose}`,
  ],
  [
    'a sidebar by its class',
    `<h1>Kiln</h1><div class="left-sidebar"><ul>${links('Home Courses Prices')}</ul></div>${prose}`,
  ],
  [
    'links at the end',
    `<h1>Kiln</h1>${prose}<div>${links('Imprint Privacy Contact', '', ' · ')}</div><div>© 2026 The Kiln</div>`,
  ],
  [
    'a footer of columns',
    `<h1>Kiln</h1>${prose}<div><div><b>Company</b><ul>${links('About-the-workshop Jobs-and-people Press-and-media')}</ul></div><div><b>Help</b><ul>${links('Contact-the-office Privacy-and-data')}</ul></div></div>`,
  ],
  ['what to read also', `<h1>Kiln</h1>${prose}<h2>Read also</h2><ul>${links('Glazes Wheels Clay')}</ul>`],
  ['the same in German', `<h1>Kiln</h1>${prose}<p>Siehe auch:</p><ul>${links('Glazes Wheels Clay')}</ul>`],
  [
    'blocks of one link each beside the heading',
    `${links('Home Courses Prices', '<div>', '</div>')}<h1>Kiln</h1>${prose}`,
  ],
  [
    'the same in German behind all else',
    `<h1>Kiln</h1>${prose}${links('Imprint About Glazes', '<div>', '</div>\n')}<div>© 2026</div>`,
  ],
  ['paragraphs of one link each', `<p>Welcome</p>${links('Home Courses Prices', '<p>', '</p>')}<h1>Kiln</h1>${prose}`],
  [
    'what to read also, a block each',
    `<h1>Kiln</h1>${prose}<h2>Read also</h2>${links('Glazes Wheels Clay', '<div>', '</div>')}`,
  ],
  [
    'blocks of one link each in a sidebar beside others',
    `<h1>Kiln</h1>${prose}<div class="sidebar"><p>Open today until six in the evening.</p>${links('Home Courses Prices', '<div>', '</div>')}</div>${prose}${prose}`,
  ],
  ['a menu where nothing is a heading', `<div>${links('Home Courses Prices', '', ' ')}</div>${prose}`],
])('%s is left out', (_what, body) => {
  const text = page(body);
  expect(text).toContain('The kiln is fired on Mondays');
  expect(text).not.toMatch(/Home|Courses|Imprint|About|Glazes|Read also|Siehe auch/);
});

test.each([
  ['a list below its heading', `<h1>Kiln</h1>${prose}<h2>Courses</h2><ul>${links('Glazing Throwing Firing')}</ul>`],
  ['a list below its lead-in', `<h1>Kiln</h1>${prose}<p>We offer:</p><ul>${links('Glazing Throwing Firing')}</ul>`],
  ['a list amid the text', `<h1>Kiln</h1>${prose}<ul>${links('Glazing Throwing Firing')}</ul>${prose}${prose}`],
  [
    'links with what is said of them',
    `<h1>Kiln</h1>${prose}<ul>${links('Glazing Throwing Firing', '<li>', ' takes two days and costs 40 euros</li>')}</ul>`,
  ],
  ['a page that is an index', `<h1>Courses</h1><ul class="menu">${links('Glazing Throwing Firing')}</ul>`],
  [
    'blocks of one link each below a heading',
    `<h1>Kiln</h1>${prose}<h2>Courses</h2>${links('Glazing Throwing Firing', '<div>', '</div>')}`,
  ],
  [
    'blocks of one link each amid the text',
    `<h1>Kiln</h1>${prose}${links('Glazing Throwing Firing', '<div>', '</div>')}${prose}${prose}`,
  ],
  ['two links', `<div>${links('Glazing Firing')}</div><h1>Kiln</h1>${prose}`],
])('%s stays', (_what, body) => {
  expect(page(body)).toMatch(/Glazing[^]*Firing/);
});
