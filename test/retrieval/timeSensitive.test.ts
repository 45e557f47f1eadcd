import { describe, expect, it } from 'vitest';
import { isTimeSensitive } from '../../src/retrieval/fuse/recency.ts';
import { cpuNow } from '../support/clocks.ts';
import { readQuestion } from '../../src/retrieval/question/question.ts';

describe('a question about now', () => {
  it.each<[string, string]>([
    ['en', 'What is the current rental price?'],
    ['en', 'Which version is the latest?'],
    ['en', 'What does a day cost now?'],
    ['en', 'Who is on call today?'],
    ['en', 'How many days of leave are there this year?'],
    ['en', 'Is the 2019 discount still valid?'],
    ['en', 'the most recent release notes'],
    ['en', "today's menu"],
    ['en', 'What are our current opening hours in May?'],
    ['en', 'CURRENT TERMS'],
    ['de', 'Wie hoch ist der aktuelle Preis?'],
    ['de', 'Was kostet das zurzeit?'],
    ['de', 'Welche Regeln gelten derzeit?'],
    ['de', 'Wie viele Urlaubstage gibt es in diesem Jahr?'],
    ['de', 'Was ist die neueste Fassung?'],
    ['fr', 'Quel est le tarif actuel ?'],
    ['fr', 'Qui est de garde aujourd’hui ?'],
    ['fr', 'Quelles sont les règles cette année ?'],
    ['fr', 'la dernière version du contrat'],
    ['es', '¿Cuál es el precio actual?'],
    ['es', '¿Qué normas están vigentes?'],
    ['es', '¿Cuántos días hay este año?'],
    ['es', '¿Quién atiende hoy?'],
    ['it', 'Qual è il prezzo attuale?'],
    ['it', 'Quanti giorni ci sono quest’anno?'],
    ['it', 'la versione più recente'],
    ['pt', 'Qual é o preço atual?'],
    ['pt-BR', 'Quem atende hoje?'],
    ['pt', 'quantos dias há neste ano?'],
    ['nl', 'Wat is de huidige prijs?'],
    ['nl', 'Wat kost het nu?'],
    ['nl', 'de nieuwste versie'],
    ['ro', 'Care este prețul actual?'],
    ['ro', 'Ce reguli sunt în vigoare?'],
    ['ro', 'Cât costă acum?'],
    ['ro', 'cea mai recentă versiune'],
    ['ru', 'Какая сейчас цена?'],
    ['ru', 'Какие текущие правила?'],
    ['ru', 'Сколько дней отпуска в этом году?'],
    ['tr', 'Güncel fiyat nedir?'],
    ['tr', 'Şu anda hangi kurallar geçerli?'],
    ['tr', 'bu yıl kaç gün izin var?'],
    ['zh', '现在的价格是多少？'],
    ['zh', '最新版本是什么？'],
    ['zh', '今年有几天假？'],
    ['ja', '現在の料金はいくらですか'],
    ['ja', '最新の規則は何ですか'],
    ['ja', '今年の休暇は何日ですか'],
  ])('%s: %s', (language, question) => {
    expect(isTimeSensitive(readQuestion(question, { language }))).toBe(true);
  });

  it('may be asked in the second of the languages that it may be in; English counts always', () => {
    expect(isTimeSensitive(readQuestion('Wie hoch ist der aktuelle Preis?', { language: 'fr' }))).toBe(true);
    expect(isTimeSensitive(readQuestion('Preis latest version', { language: 'de' }))).toBe(true);
  });
});

describe('a question about no time', () => {
  it.each<[string, string]>([
    ['en', 'What is the rental price?'],
    ['en', 'What was the price in 2019?'],
    ['en', 'How do I know that it works?'],
    ['en', 'Which current does the charger draw?'],
    ['en', 'Is alternating current dangerous?'],
    ['en', 'How high is the current?'],
    ['en', 'What is the fee of a current account?'],
    ['en', 'What is the leakage current of the battery?'],
    ['en', 'What is the current through the fuse?'],
    ['en', 'When must it be returned at the latest?'],
    ['en', 'What is the actual cost?'],
    ['en', 'How do snow chains work?'],
    ['en', ''],
    ['de', 'Wie hoch ist der Preis?'],
    ['de', 'Wie viel Strom braucht das Gerät?'],
    ['fr', 'Quel est le dernier jour du contrat ?'],
    ['es', '¿Cuál es el último día?'],
    ['it', 'A che ora apre?'],
    ['nl', 'Hoeveel minuten duurt het?'],
    ['ro', 'Cât a costat acum 2 ani?'],
    ['ru', 'Какая цена?'],
    ['tr', 'Fiyat nedir?'],
    ['zh', '价格是多少？'],
    ['ja', '料金はいくらでしたか'],
  ])('%s: %j', (language, question) => {
    expect(isTimeSensitive(readQuestion(question, { language }))).toBe(false);
  });

  it('in another language than the word\'s: "actual" is now in Spanish alone', () => {
    expect(['es', 'en', 'de'].map((language) => isTimeSensitive(readQuestion('actual costs', { language })))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('is told in a moment, however long and odd it is', () => {
    const start = cpuNow();
    for (const text of ['current '.repeat(250), 'at the '.repeat(280), 'c'.repeat(2_000), 'этом '.repeat(400)])
      isTimeSensitive(readQuestion(text, { language: 'de' }));
    expect(cpuNow() - start).toBeLessThan(200);
  });
});
