import { describe, expect, test } from 'vitest';
import { sentences } from '../../src/knowledge/language/sentences.ts';

const cut = (text: string, language?: string) =>
  sentences(text, language).map(({ start, end }) => text.slice(start, end));

/** Each a language with sentences that stand one behind the other, abbreviations, figures and quotations inside. */
const texts: readonly (readonly [language: string, sentences: readonly string[]])[] = [
  [
    'en',
    [
      'Dr. Smith arrived at 5 p.m. on Monday.',
      'He pays approx. 5.50 euros, i.e. the full fee.',
      'Is it covered?',
      'Yes!',
      'See Fig. 3 and No. 7, e.g. for Acme Inc. or others.',
      '“It works,” she said.',
    ],
  ],
  [
    'de',
    [
      'Dr. Meier kommt am 3. Mai um 10 Uhr.',
      'Das kostet ca. 5,50 Euro, d. h. den vollen Preis.',
      'Gilt das z. B. auch für Kinder?',
      'Ja!',
      'Siehe Abs. 2 und Nr. 7.',
      'Die Frist endet am 31. Dezember.',
    ],
  ],
  [
    'fr',
    [
      'M. Dupont arrive à 10 h.',
      'Cela coûte env. 5,50 euros, p. ex. en ligne.',
      'Est-ce couvert ?',
      'Oui !',
      'Voir l’art. 3 du contrat.',
      'Mme Petit répond demain.',
    ],
  ],
  [
    'es',
    [
      'El Sr. García llega a las 10.',
      'Cuesta aprox. 5,50 euros.',
      '¿Está cubierto?',
      '¡Sí!',
      'Véase la pág. 7 del contrato.',
      'La Dra. Ruiz responde mañana.',
    ],
  ],
  [
    'it',
    [
      'Il Sig. Rossi arriva alle 10.',
      'Costa circa 5,50 euro.',
      'È coperto?',
      'Sì!',
      'Si veda l’art. 3 del contratto.',
      'Il Dott. Verdi risponde domani.',
    ],
  ],
  [
    'pt',
    [
      'O Sr. Silva chega às 10 horas.',
      'Custa aprox. 5,50 euros.',
      'Está coberto?',
      'Sim!',
      'Ver a pág. 7 do contrato.',
      'A Dra. Costa responde amanhã.',
    ],
  ],
  [
    'nl',
    [
      'Dhr. Jansen komt om 10 uur.',
      'Dat kost ca. 5,50 euro.',
      'Is dat gedekt?',
      'Ja!',
      'Zie art. 3 van het contract.',
      'Mevr. De Vries antwoordt morgen.',
    ],
  ],
  [
    'pl',
    [
      'Pan dr Kowalski przyjedzie o 10.',
      'To kosztuje ok. 5,50 euro.',
      'Czy to jest objęte?',
      'Tak!',
      'Zob. art. 3 umowy.',
      'Termin mija 31 grudnia.',
    ],
  ],
  [
    'ru',
    [
      'Г. Иванов приедет в 10 часов.',
      'Это стоит прибл. 5,50 евро.',
      'Это покрыто?',
      'Да!',
      'См. стр. 7 договора.',
      'Срок истекает 31 декабря.',
    ],
  ],
  [
    'tr',
    [
      'Dr. Yılmaz saat 10’da gelir.',
      'Ücret yaklaşık 5,50 avrodur.',
      'Bu dahil mi?',
      'Evet!',
      'Bkz. sayfa 7.',
      'Süre 31 Aralık günü biter.',
    ],
  ],
  ['zh', ['退款需要五天。', '费用是5.50欧元。', '这包括在内吗？', '是的！', '请参阅第7页。', '期限是12月31日。']],
  [
    'ja',
    [
      '返金には5日かかります。',
      '料金は5.50ユーロです。',
      'これは含まれますか？',
      'はい！',
      '7ページをご覧ください。',
      '期限は12月31日です。',
    ],
  ],
  [
    'ar',
    [
      'يستغرق رد المبلغ خمسة أيام.',
      'الرسوم 5.50 يورو.',
      'هل هذا مشمول؟',
      'نعم!',
      'انظر الصفحة 7.',
      'تنتهي المهلة في 31 ديسمبر.',
    ],
  ],
  [
    'hi',
    ['धन वापसी में पाँच दिन लगते हैं।', 'शुल्क 5.50 यूरो है।', 'क्या यह शामिल है?', 'हाँ!', 'पृष्ठ 7 देखें।', 'समय सीमा 31 दिसंबर है।'],
  ],
];

test.each([
  ['Der Urlaub verfällt am 31. März des Folgejahres.', 'Er gilt ab 3. August.'],
  ['Smlouva platí od 31. března.', 'Končí 1. května.'],
  ['Ferien ab 1. juli.'],
])('a day is not cut from its month, whatever the language is taken for: %s', (...expected) => {
  for (const language of ['en', 'de'])
    expect(cut(expected.slice(0, 2).join(' '), language)).toEqual(expected.slice(0, 2));
});

test('a number that ends a sentence ends it', () => {
  expect(cut('We sold 30. August is quiet. The limit is 31. March is busy.')).toEqual([
    'We sold 30.',
    'August is quiet.',
    'The limit is 31.',
    'March is busy.',
  ]);
});

describe.each(texts)('%s', (language, expected) => {
  const joint = ['zh', 'ja'].includes(language) ? '' : ' ';

  test('whole sentences and no more', () => {
    expect(cut(expected.join(joint), language)).toEqual(expected);
  });
});

test.each<[string, string, string[]]>([
  [
    'list items',
    '- First item. With two sentences.\n- Second item\n3. Third e.g. this',
    ['- First item.', 'With two sentences.', '- Second item', '3. Third e.g. this'],
  ],
  [
    'figures behind an abbreviation',
    'It had ca. 2 million people, cf. page 2 of Vol. 3 and pp. 4 to 9. It grew.',
    ['It had ca. 2 million people, cf. page 2 of Vol. 3 and pp. 4 to 9.', 'It grew.'],
  ],
  [
    'a row of a table',
    'Plan: Basic; Price: €5.50; Notes: approx. 3 users',
    ['Plan: Basic; Price: €5.50; Notes: approx. 3 users'],
  ],
  ['code', '    const a = b.c();\n    call(a.b, 1.5); // ok', ['const a = b.c();', 'call(a.b, 1.5); // ok']],
  [
    'addresses and versions',
    'See https://a.example/b.c?d=1.2 for v1.2.3. Then call example.com.',
    ['See https://a.example/b.c?d=1.2 for v1.2.3.', 'Then call example.com.'],
  ],
  ['a Roman number', 'iv. It ends. Bye.', ['iv. It ends.', 'Bye.']],
  ['a heading', '## 1. Scope\nIt holds.', ['## 1. Scope', 'It holds.']],
  ['an ellipsis', 'Wait... then go. Done.', ['Wait... then go.', 'Done.']],
  ['nothing', ' \n \n', []],
])('%s', (_what, text, expected) => {
  expect(cut(text)).toEqual(expected);
});
