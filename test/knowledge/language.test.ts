import { describe, expect, it } from 'vitest';
import {
  detectLanguage,
  detectQuestionLanguage,
  englishWords,
  otherWords,
  languageOfQuestion,
} from '../../src/knowledge/language/language.ts';
import { english, namesAndLoanWords, others } from './shortQuestions.ts';

it('a document: names and lists too, and what the detector can only name a neighbour of', () => {
  const texts: Record<string, string> = {
    en: 'Quarterly revenue summary, northern region warehouse staffing, procurement forecast',
    de: 'Montag 9 Uhr Lager Nord, Dienstag 10 Uhr Lager Süd, Mittwoch Werkstatt Halle 3, Donnerstag Verwaltung',
    id: 'Karyawan dapat mengajukan cuti tahunan melalui portal sumber daya manusia paling lambat dua minggu sebelumnya.',
    ne: 'कर्मचारीले पोर्टल मार्फत वार्षिक बिदाको लागि कम्तीमा दुई हप्ता अगाडि निवेदन दिन सक्छन् र स्वीकृति पाइन्छ।',
  };
  for (const [language, text] of Object.entries(texts)) expect(detectLanguage(text), text).toBe(language);
});

it('a table of faults and persons is in the language of the persons only if its other words are', () => {
  const persons: Record<string, string> = {
    sv: 'Problem,Person,Phone\nTill or card reader,Marta Ruiz,ext. 21\nAuto-belay stuck,Jonas Brandt,ext. 34',
    da: 'Problem,Person,Phone\nGate stuck,Mette Jensen,21\nPottery kiln hot,Ole Hansen,34',
    it: 'Problem,Person,Phone\nGate stuck,Giulia Moretti,21\nTicket printer offline,Marco Bianchi,34',
    fr: 'Fault,Agent,Ext\nGate stuck,Jean Dupont,21\nRowing machine stops,Claire Martin,34',
    de: 'Problem,Person,Phone\nGate stuck,Heinz Schneider,21\nEspresso machine stuck,Klaus Becker,34',
  };
  for (const [language, text] of Object.entries(persons)) expect(detectLanguage(text), language).toBeNull();
  const own: Record<string, string> = {
    sv: 'Artikel,Hylla,Ansvarig\nSele,B3,Petra Lindqvist\nHjälm,B4,Anders Holm\nRep,C1,Lena Berg',
    de: 'Problem,Person,Telefon\nKasse oder Kartenleser,Marta Ruiz,21\nSelbstsicherung klemmt,Jonas Brandt,34',
    es: 'Problema,Persona,Teléfono\nCaja o lector de tarjetas,Marta Ruiz,21\nAseguramiento atascado,Jonas Brandt,34',
  };
  for (const [language, text] of Object.entries(own)) expect(detectLanguage(text)).toBe(language);
});

it('a question in a language whose script others share', () => {
  const questions: Record<string, string> = {
    mr: 'परतावा मिळण्यासाठी किती दिवस लागतात?',
    ne: 'फिर्ता रकम कति दिनमा पाइन्छ?',
    uk: 'Скільки коштує доставка?',
    sr: 'Како да променим лозинку свог налога?',
    bg: 'Как да сменя паролата си?',
    mk: 'Колку време трае враќањето на парите кај нашите куќи?',
    fa: 'چگونه رمز عبور خود را تغییر دهم؟',
    ur: 'میں اپنا پاس ورڈ کیسے تبدیل کروں؟',
  };
  for (const [language, text] of Object.entries(questions)) expect(detectQuestionLanguage(text), text).toBe(language);
});

describe('the language of a question', () => {
  it.each([
    [
      'en',
      'How long does a refund take?',
      'Who approves the travel budget of the sales team?',
      'Which door stays open at night?',
    ],
    [
      'de',
      'Wie lange dauert eine Erstattung?',
      'Wer genehmigt das Reisebudget der Abteilung?',
      'Welche Tür bleibt nachts offen?',
    ],
    [
      'es',
      '¿Cuánto tarda un reembolso?',
      '¿Quién aprueba los gastos de viaje del equipo?',
      '¿Qué puerta queda abierta por la noche?',
    ],
    [
      'fr',
      'Combien de temps prend un remboursement ?',
      "Qui valide les frais de déplacement de l'équipe ?",
      'Quelle porte reste ouverte la nuit ?',
    ],
    [
      'ro',
      'Cât durează o rambursare?',
      'Cine aprobă cheltuielile de călătorie ale echipei?',
      'Care ușă rămâne deschisă noaptea?',
    ],
    [
      'ru',
      'Сколько времени занимает возврат денег?',
      'Кто утверждает командировочные расходы отдела?',
      'Какая дверь открыта ночью?',
    ],
    [
      'el',
      'Πόσο διαρκεί μια επιστροφή χρημάτων;',
      'Ποιος εγκρίνει τα έξοδα ταξιδιού της ομάδας;',
      'Ποια πόρτα μένει ανοιχτή τη νύχτα;',
    ],
    ['tr', 'Para iadesi ne kadar sürer?', 'Ekibin seyahat giderlerini kim onaylıyor?', 'Gece hangi kapı açık kalır?'],
    ['ar', 'كم يستغرق استرداد المبلغ؟', 'من يوافق على مصاريف السفر للفريق؟', 'أي باب يبقى مفتوحا في الليل؟'],
    ['hi', 'धनवापसी में कितना समय लगता है?', 'टीम के यात्रा खर्च को कौन मंज़ूरी देता है?', 'रात में कौन सा दरवाज़ा खुला रहता है?'],
    ['th', 'การคืนเงินใช้เวลานานเท่าไร', 'ใครเป็นคนอนุมัติค่าเดินทางของทีม', 'ประตูไหนเปิดตอนกลางคืน'],
    ['vi', 'Hoàn tiền mất bao lâu?', 'Ai duyệt chi phí đi lại của nhóm?', 'Cửa nào mở vào ban đêm?'],
    ['zh', '退款需要多长时间？', '谁批准团队的差旅费？', '晚上哪扇门开着？'],
    ['ja', '返金にはどのくらい時間がかかりますか？', 'チームの出張費は誰が承認しますか？'],
  ])('%s', (language, ...questions) => {
    expect(questions.map((question) => [question, detectQuestionLanguage(question)])).toEqual(
      questions.map((question) => [question, language]),
    );
  });

  it('is English for a few plain words, which say too little', () => {
    for (const question of ['refund policy', 'ORD-2291-B', 'Kubernetes autoscaling', 'error E1042', '', '?', '42'])
      expect(detectQuestionLanguage(question), question).toBe('en');
  });

  it('is told by letters that plain English lacks, however short it is', () => {
    const words = [
      ['Rückerstattung Fristen', 'de'],
      ['возврат денег', 'ru'],
      ['επιστροφή', 'el'],
      ['退款期限', 'zh'],
      ['カード', 'ja'],
      ['환불', 'ko'],
      ['استرداد', 'ar'],
      ['คืนเงิน', 'th'],
    ] as const;
    expect(words.map(([question]) => [question, detectQuestionLanguage(question)])).toEqual(words);
  });
});

describe('short questions in everyday words', () => {
  const notTold = (questions: readonly string[], language: string) =>
    questions.filter((question) => detectQuestionLanguage(question) !== language);

  it('leaves at least 98 % of the English ones English, typos, names and all', () => {
    expect(english.length).toBeGreaterThanOrEqual(90);
    expect(notTold(english, 'en').length, notTold(english, 'en').join('; ')).toBeLessThanOrEqual(0.02 * english.length);
  });

  it('takes no name and no loan word for another language', () => {
    expect(notTold(namesAndLoanWords, 'en')).toEqual([]);
  });

  it('tells at least 90 % of the others of four words or more, or of a script of their own', () => {
    const missed = Object.entries(others).flatMap(([language, questions]) =>
      notTold(questions, language).map((question) => `${language}: ${question}`),
    );
    const count = Object.values(others).flat().length;
    expect(count).toBeGreaterThanOrEqual(60);
    expect(missed.length, missed.join('; ')).toBeLessThanOrEqual(0.1 * count);
  });

  it('says when a question does not tell', () => {
    expect(['Volta S6', 'E1042', 'taxi', ''].map(languageOfQuestion)).toEqual([null, null, null, null]);
    expect(['refund policy', 'wie teuer', '返品'].map(languageOfQuestion)).toEqual(['en', 'de', 'zh']);
  });

  it('has each word once in a language, as a sure or as a weak one', () => {
    for (const [language, { strong, weak }] of Object.entries(otherWords))
      expect([language, [...strong].filter((word) => weak.has(word))]).toEqual([language, []]);
    for (const word of [
      ...englishWords,
      ...Object.values(otherWords).flatMap(({ strong, weak }) => [...strong, ...weak]),
    ])
      expect(word).toMatch(/^[\p{Ll}\p{M}'-]+$/u);
  });
});

describe('the language of a text', () => {
  it('is unknown when there are too few letters', () => {
    expect(detectLanguage('Wie lange dauert es?')).toBeNull();
  });

  it('is told by its first words', () => {
    expect(detectLanguage('Rückerstattungen werden innerhalb von vierzehn Tagen auf das Konto überwiesen.')).toBe('de');
    expect(detectLanguage('Refunds are paid to the card that was charged within five days of the request.')).toBe('en');
    expect(detectLanguage('Les remboursements sont versés sur la carte débitée dans un délai de cinq jours.')).toBe(
      'fr',
    );
  });
});
