import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkQuality, densityFloor } from '../../src/knowledge/cut/quality.ts';

const prose = {
  English:
    'The service desk answers within one working day. A device that is lost must be reported the same evening, so that its keys can be withdrawn.',
  Chinese: '服务台会在一个工作日内答复。设备遗失必须在当晚报告，以便及时撤销其密钥。请保留购买凭证，以备保修时使用。',
  Japanese: 'サービスデスクは一営業日以内に回答します。端末を紛失した場合は、当日中に報告してください。',
  Arabic: 'يجيب مكتب الخدمة خلال يوم عمل واحد. يجب الإبلاغ عن الجهاز المفقود في المساء نفسه حتى يمكن سحب مفاتيحه.',
  Hindi: 'सेवा डेस्क एक कार्य दिवस के भीतर उत्तर देता है। खोए हुए उपकरण की सूचना उसी शाम दी जानी चाहिए।',
  Thai: 'ฝ่ายบริการจะตอบกลับภายในหนึ่งวันทำการ หากอุปกรณ์สูญหายต้องแจ้งในเย็นวันเดียวกัน',
  Russian: 'Служба поддержки отвечает в течение рабочего дня. О потере устройства нужно сообщить в тот же вечер.',
};

describe('prose of any script', () => {
  it.each(Object.entries(prose))('in %s is kept', (_, text) => {
    expect(chunkQuality(text, 'PROSE').omitReason).toBeNull();
    expect(chunkQuality(text, 'PROSE').quality).toBeGreaterThan(0.9);
  });
});

describe('what may be an answer is kept', () => {
  it.each([
    ['one word', 'PROSE', 'Yes.'],
    ['a number', 'PROSE', '42'],
    ['an address alone', 'PROSE', 'https://status.example.org/now'],
    [
      'addresses with names',
      'LIST',
      '- Status page: https://status.example.org\n- Support forum: https://forum.example.org\n- Price list: https://example.org/prices',
    ],
    ['a table of figures', 'TABLE', '1: 2.5; 2: 3.5; 3: 4.5\n1: 2.5; 2: 3.5; 3: 4.5'],
    ['a formula', 'CODE', '(a + b) * (c - d) == e && !f || {}[];'],
    ['a key in code', 'CODE', 'A'.repeat(120)],
    ['one copyright line below a text', 'PROSE', `${prose.English}\n© 2024 Example Ltd.`],
    [
      'a policy about cookies',
      'PROSE',
      'We use cookies to count visits. The counting cookie is kept for thirteen months and holds no name. Ask the privacy team to have your visits removed.',
    ],
    ['a name with a damaged letter', 'PROSE', 'Caf\uFFFD Noir'],
    ['Word bullets', 'LIST', '\uF0B7 Yes\n\uF0B7 No'],
    ['Portuguese capitals', 'PROSE', 'INFORMAÇÃO SOBRE A MANUTENÇÃO DO PAVILHÃO'],
    ['a heading of one label', 'PROSE', 'Contact'],
  ] as const)('%s', (_, contentType, text) => {
    expect(chunkQuality(text, contentType).omitReason).toBeNull();
  });
});

describe('what says nothing is omitted', () => {
  it.each([
    ['EMPTY_OF_WORDS', 'PROSE', '---- * * * ----'],
    ['EMPTY_OF_WORDS', 'TABLE', '| | |'],
    [
      'BOILERPLATE',
      'PROSE',
      'Home | About us | Careers | Contact | Sign in\nSkip to content\n© 2024 Example Ltd. All rights reserved.',
    ],
    ['BOILERPLATE', 'LIST', '- Startseite\n- Über uns\n- Kontakt\n- Impressum'],
    ['BOILERPLATE', 'PROSE', '首页 | 登录 | 注册 | 联系我们'],
    ['BOILERPLATE', 'PROSE', 'We use cookies to improve your visit. Accept all. Reject all. Manage preferences.'],
    ['LINK_LIST', 'LIST', '- https://example.org/a\n- https://example.org/b\n- https://example.org/c'],
    ['GARBLED', 'PROSE', 'H\uFFFD\uFFFDllo w\uFFFD\uFFFDrld th\uFFFDs is br\uFFFD\uFFFDken'],
    ['GARBLED', 'PROSE', '(cid:12)(cid:7)(cid:33) (cid:12)(cid:7)(cid:33) end'],
    ['GARBLED', 'PROSE', 'fÃ¼r jede BestÃ¤tigung Ã¼ber GebÃ¼hren'],
    ['GARBLED', 'PROSE', 'ÐŸÑ€Ð¸Ð²ÐµÑ‚ Ð²ÑÐµÐ¼'],
    ['GARBLED', 'PROSE', 'iVBORw0KGgoAAAANSUhEUgAA'.repeat(8)],
    [
      'LOW_DENSITY',
      'PROSE',
      '......................................................... 12 ........................................ 14',
    ],
    ['LOW_DENSITY', 'PROSE', 'Loading\n'.repeat(30)],
  ] as const)('%s: %s', (reason, contentType, text) => {
    expect(chunkQuality(text, contentType).omitReason).toBe(reason);
  });
});

it('lies between 0 and 1 for any text, and below the floor only where something omits it or data has words', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.lorem({ maxCount: 60 }),
  );
  fc.assert(
    fc.property(text, fc.constantFrom('PROSE', 'LIST', 'TABLE', 'CODE', 'RECORD'), (source, contentType) => {
      const { quality, omitReason } = chunkQuality(source, contentType);
      expect(quality).toBeGreaterThanOrEqual(0);
      expect(quality).toBeLessThanOrEqual(1);
      if (contentType === 'PROSE' && quality < densityFloor) expect(omitReason).not.toBeNull();
    }),
  );
});
