import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutClaims } from '../../../src/grounding/claims/cutClaims.ts';

const textsOf = (text: string, language?: string) => cutClaims(text, language).map((claim) => claim.text);

describe('cutClaims', () => {
  test.each<[string, string, string[]]>([
    [
      'sentences, with abbreviations whole',
      'Dr. Weber signs each order. The office closes at 5 p.m. on Fridays.',
      ['Dr. Weber signs each order.', 'The office closes at 5 p.m. on Fridays.'],
    ],
    [
      'citation marks go',
      'Refunds take five days [1]. They are paid to the card.[2][3] The fee is 4 €【12†source】.',
      ['Refunds take five days.', 'They are paid to the card.', 'The fee is 4 €.'],
    ],
    [
      'headings, rules, questions and phrases state nothing',
      '# Refund rules\n\n---\n\nSure!\n\nHow long does it take?\n\nIt takes nine days.',
      ['It takes nine days.'],
    ],
    [
      'an item has its lead',
      'Not covered:\n- damage by water\n- 2) theft',
      ['Not covered: damage by water', 'Not covered: 2) theft'],
    ],
    [
      'a lead that says nothing of the matter is left out',
      'Here is what I found:\n1. Orders ship within two days.\n2. Returns are free.',
      ['Orders ship within two days.', 'Returns are free.'],
    ],
    [
      'a colon without a list is a sentence',
      'One thing is certain: batteries last two years.',
      ['One thing is certain: batteries last two years.'],
    ],
    [
      'rows have their columns',
      '| Plan | Price |\n| --- | --- |\n| Basic | 5 € |\n| Pro | 9 € |',
      ['Plan: Basic; Price: 5 €', 'Plan: Pro; Price: 9 €'],
    ],
    ['code stands as it is', 'Set it so:\n```\nretries = list[1]\n```\nDone.', ['retries = list[1]']],
    [
      'wrapped lines are one sentence',
      'The warranty of the frame\nlasts ten years.',
      ['The warranty of the frame lasts ten years.'],
    ],
    [
      'marks of Markdown go',
      '> The **frame** has `ten` years of *warranty*.',
      ['The frame has ten years of warranty.'],
    ],
    [
      'invisible characters go',
      'The fra\u200Bme has ten years\u{E0041}\u{E0042} of warranty.',
      ['The frame has ten years of warranty.'],
    ],
    ['numbers alone are enough', '- 42', ['42']],
    [
      'a heading ends what leads a list in',
      'Not covered:\n- damage by water\n## Rules\n- theft of the bike',
      ['Not covered: damage by water', 'theft of the bike'],
    ],
    [
      'as does a line between the items',
      'Not covered:\n- damage by water\nAsk the desk first.\n- theft of the bike',
      ['Not covered: damage by water', 'Ask the desk first.', 'theft of the bike'],
    ],
    [
      'a sentence before the lead stands alone',
      'Bikes have cover. Not covered:\n- damage by water',
      ['Bikes have cover.', 'Not covered: damage by water'],
    ],
    [
      'only the first sentence of an item is led',
      'Not covered:\n- damage by water. Ask the desk first.',
      ['Not covered: damage by water.', 'Ask the desk first.'],
    ],
    [
      'a lead of rows or code is none of a claim',
      'These plans exist:\n| Plan | Price |\n|---|:-:|\n| Basic | 5 € |',
      ['Plan: Basic; Price: 5 €'],
    ],
    [
      'every mark of an item',
      '+ two blue lamps\n• two red lamps\n‣ two old lamps\n12) two new lamps\n  * two big lamps',
      ['two blue lamps', 'two red lamps', 'two old lamps', 'two new lamps', 'two big lamps'],
    ],
    [
      'a quoted list',
      '> Not covered:\n> - damage by water\n> > The desk decides it.',
      ['Not covered: damage by water', 'The desk decides it.'],
    ],
    ['every kind of rule', 'Bikes are blue.\n***\n_ _ _\n=====\nLamps are red.', ['Bikes are blue.', 'Lamps are red.']],
    [
      'every kind of citation mark',
      'Bikes are blue [1, 2]. Lamps are red [3-5][^note]. Vests are green [^7].',
      ['Bikes are blue.', 'Lamps are red.', 'Vests are green.'],
    ],
    ['brackets with words are no citation', 'Bikes [all of them] are blue.', ['Bikes [all of them] are blue.']],
    [
      'rows without columns, and behind a table',
      '| 7 | red lamps |\n\n| Plan | Price |\n| --- | --- |\n| Basic | 5 € |\nAsk the desk first.\n| 8 | old lamps |',
      ['7; red lamps', 'Plan: Basic; Price: 5 €', 'Ask the desk first.', '8; old lamps'],
    ],
    [
      'a row with an empty cell, one too many, and a bar inside',
      '| Plan | Price |\n| :-- | --: |\n| Basic | | 3 seats |\n| Pro \\| Max | 9 € |',
      ['Plan: Basic; Price; 3 seats', 'Plan: Pro \\| Max; Price: 9 €'],
    ],
    ['a fence of tildes, indented', '  ~~~\n  retries = 5\n  ~~~\nBikes are blue.', ['retries = 5', 'Bikes are blue.']],
    [
      'code that is not closed',
      'Set it so:\n```\nretries = list[1]\nwrapped\nlines = 7',
      ['retries = list[1]', 'lines = 7'],
    ],
    [
      'a line that goes on in lower case, but not behind a stop',
      'The frame \nlasts ten years. \nit is red, all of it:\nlamps too',
      ['The frame lasts ten years.', 'it is red, all of it:', 'lamps too'],
    ],
    [
      'stars and lines inside words and sums stay',
      'Set max_size to 2 * 3, _not_ *less* than __one__ lamp.',
      ['Set max_size to 2 * 3, not less than one lamp.'],
    ],
    ['a question in quotes, and one in full width', 'He asked “Who pays the fee?” 谁付费用呢？', []],
    ['fewer than two words state nothing', 'Refunds!\n\nRefunds grow.', ['Refunds grow.']],
    [
      'Windows line ends',
      'The frame lasts ten years.\r\nThe battery lasts two.',
      ['The frame lasts ten years.', 'The battery lasts two.'],
    ],
  ])('%s', (_, text, expected) => {
    expect(textsOf(text)).toEqual(expected);
  });

  test.each([
    'Sure:',
    'Certainly:',
    'Of course:',
    'Okay:',
    'Yes:',
    'No:',
    "Here's what we know:",
    'Here is the list:',
    'Here are the rules:',
    'Below you find the rules:',
    'The following is known:',
    'In short:',
    'In summary:',
    'To summarize:',
    'To summarise:',
    'Summary:',
    'Answer:',
    'Key points:',
    'Key facts:',
    'Note:',
  ])('a lead that says nothing of the matter: %s', (lead) => {
    expect(textsOf(`${lead}\n- Orders ship within two days.`)).toEqual(['Orders ship within two days.']);
  });

  test.each([
    ['> two lamps hang here', 'two lamps hang here', 2],
    ['  - two lamps hang here  ', 'two lamps hang here', 4],
    ['| 7 | two lamps |  ', '| 7 | two lamps |', 0],
    ['Bikes are **blue** [1].', 'Bikes are **blue** [1].', 0],
    ['```\n  x = 5 lamps  \n```', 'x = 5 lamps', 6],
  ])('%j stands where its words do', (text, words, start) => {
    expect(cutClaims(text).map(({ span }) => [text.slice(span.start, span.end), span.start])).toEqual([[words, start]]);
  });

  test.each<[string, string, string, number]>([
    ['de', 'Hr. Dr. Müller prüft z. B. jede Rechnung. Die Frist beträgt 14 Tage.', 'Die Frist beträgt 14 Tage.', 2],
    ['fr', 'Le remboursement prend cinq jours. La carte est créditée.', 'La carte est créditée.', 2],
    ['es', 'El reembolso tarda cinco días. La tarjeta recibe el importe.', 'La tarjeta recibe el importe.', 2],
    ['it', 'Il rimborso richiede cinque giorni. La carta riceve la somma.', 'La carta riceve la somma.', 2],
    ['pt', 'O reembolso leva cinco dias. O cartão recebe o valor.', 'O cartão recebe o valor.', 2],
    ['nl', 'De terugbetaling duurt vijf dagen. De kaart krijgt het bedrag.', 'De kaart krijgt het bedrag.', 2],
    ['pl', 'Zwrot trwa pięć dni. Karta otrzymuje kwotę.', 'Karta otrzymuje kwotę.', 2],
    ['ru', 'Возврат занимает пять дней. Деньги приходят на карту.', 'Деньги приходят на карту.', 2],
    ['zh', '退款需要五天时间。款项退回银行卡。', '款项退回银行卡。', 2],
    ['ja', '返金には五日かかります。カードに返金されます。', 'カードに返金されます。', 2],
    ['hi', 'वापसी में पाँच दिन लगते हैं। राशि कार्ड पर आती है।', 'राशि कार्ड पर आती है।', 2],
    ['ar', 'يستغرق الاسترداد خمسة أيام. يعود المبلغ إلى البطاقة.', 'يعود المبلغ إلى البطاقة.', 2],
  ])('%s is cut at its own marks', (language, text, last, count) => {
    const claims = textsOf(text, language);
    expect(claims).toHaveLength(count);
    expect(claims.at(-1)).toBe(last);
  });

  test("spans lie in the text, in order, without overlap, and hold the claim's words", () => {
    const line = fc.constantFrom(
      'The fee is 4 € [1].',
      '- two days',
      '* **three** days [2]',
      'You need:',
      '| a | b |',
      '| --- | --- |',
      '| 1 | 2 |',
      '```',
      'x = y[1]',
      '',
      '# Head',
      '> quoted words stand here.',
      'and goes on in lower case',
      'Why?',
      '\r',
      '退款需要五天。',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (parts) => {
        const text = parts.join('\n');
        let end = 0;
        for (const claim of cutClaims(text)) {
          expect(claim.span.start).toBeGreaterThanOrEqual(end);
          expect(claim.span.end).toBeLessThanOrEqual(text.length);
          const own = text.slice(claim.span.start, claim.span.end).match(/[\p{L}\d]+/gu) ?? [];
          const last = claim.text.match(/[\p{L}\d]+/gu)?.at(-1);
          expect(own).toContain(last);
          ({ end } = claim.span);
        }
      }),
    );
  });
});
