import { describe, expect, it } from 'vitest';
import { splitHtml, splitText } from '../../../src/knowledge/formats/mailQuotes.ts';
import { cpuNow } from '../../support/clocks.ts';

const own = 'The lift is mended.\nAnn';
const earlier = 'When is the lift mended?';

describe('in plain text', () => {
  it.each([
    ['en', 'On Mon, 3 Mar 2025 at 10:12, Bo Day <bo@example.com> wrote:'],
    ['en, wrapped', 'On Mon, 3 Mar 2025 at 10:12, Bo Day of the House Office <bo.day@example.com>\nwrote:'],
    ['de', 'Am Mo., 3. März 2025 um 10:12 Uhr schrieb Bo Day <bo@example.com>:'],
    ['fr', 'Le lun. 3 mars 2025 à 10:12, Bo Day <bo@example.com> a écrit :'],
    ['es', 'El lun, 3 mar 2025 a las 10:12, Bo Day (<bo@example.com>) escribió:'],
    ['it', 'Il giorno lun 3 mar 2025 alle ore 10:12 Bo Day <bo@example.com> ha scritto:'],
    ['nl', 'Op ma 3 mrt 2025 om 10:12 schreef Bo Day <bo@example.com>:'],
    ['nl, wrapped', 'Op ma 3 mrt 2025 om 10:12 schreef Bo Day van de huisdienst\n<bo.day@example.com>:'],
    ['pt', 'Em seg., 3 de mar. de 2025 às 10:12, Bo Day <bo@example.com> escreveu:'],
    ['pl', 'pon., 3 mar 2025 o 10:12 Bo Day <bo@example.com> napisał(a):'],
    ['pl of Thunderbird', 'W dniu 03.03.2025 o 10:12, Bo Day pisze:'],
    ['sv', 'Den mån 3 mars 2025 kl 10:12 skrev Bo Day <bo@example.com>:'],
    ['da', 'Den man. 3. mar. 2025 kl. 10.12 skrev Bo Day <bo@example.com>:'],
    ['tr', 'Bo Day <bo@example.com>, 3 Mar 2025 Pzt, 10:12 tarihinde şunu yazdı:'],
    ['ru', 'пн, 3 мар. 2025 г. в 10:12, Bo Day <bo@example.com>:'],
    ['ru of Thunderbird', '03.03.2025 10:12, Bo Day пишет:'],
    ['ja', '2025年3月3日(月) 10:12 Bo Day <bo@example.com>:'],
    ['ja of others', '2025/03/03 10:12、Bo Day <bo@example.com>のメッセージ:'],
    ['zh', 'Bo Day <bo@example.com> 于2025年3月3日周一 10:12写道：'],
  ])('a line that names whom it quotes begins it (%s)', (_, line) => {
    expect(splitText(`${own}\n\n${line}\n\n${earlier}`)).toEqual([`${own}\n\n`, `${line}\n\n${earlier}`]);
    // Mailing lists quote first and answer below: the line belongs to what is quoted.
    expect(splitText(`${line}\n> ${earlier}\n\n${own}`)[0].trim()).toBe(own);
  });

  it.each([
    ['en', 'From: Bo Day\nSent: Monday, March 3, 2025 10:12\nTo: Ann Lee\nSubject: Lift'],
    ['de', 'Von: Bo Day\nGesendet: Montag, 3. März 2025 10:12\nAn: Ann Lee\nBetreff: Aufzug'],
    ['de of the web', '________________________________\nVon: Bo Day\nGesendet: Montag\nAn: Ann Lee\nBetreff: Aufzug'],
    ['fr', 'De : Bo Day\nEnvoyé : lundi 3 mars 2025 10:12\nÀ : Ann Lee\nObjet : Ascenseur'],
    ['nl', 'Van: Bo Day\nVerzonden: maandag 3 maart 2025 10:12\nAan: Ann Lee\nOnderwerp: Lift'],
    ['es', 'De: Bo Day\nEnviado el: lunes, 3 de marzo de 2025 10:12\nPara: Ann Lee\nAsunto: Ascensor'],
    ['pl', 'Od: Bo Day\nWysłano: poniedziałek, 3 marca 2025 10:12\nDo: Ann Lee\nTemat: Winda'],
    ['ru', 'От: Bo Day\nОтправлено: 3 марта 2025 г. 10:12\nКому: Ann Lee\nТема: Лифт'],
    ['zh', '发件人: Bo Day\n发送时间: 2025年3月3日 10:12\n收件人: Ann Lee\n主题: 电梯'],
  ])('the head of Outlook begins it (%s)', (_, head) => {
    expect(splitText(`${own}\n\n${head}\n\n${earlier}`)).toEqual([`${own}\n\n`, `${head}\n\n${earlier}`]);
  });

  it.each([
    'Op onze website schreef de directie:\nde lift is stuk.',
    'We wrote:\nthe lift is broken.',
    'On 3 March the board wrote: the lift is broken.',
    'Den här veckan skrev vi inget.\nHej:',
    'De: la gare\nÀ : la mairie',
    'Opening hours:\nMonday 10:12',
    'Von: Bahnhof\nNach: Rathaus\nAb: 10:12',
  ])('what only looks like it stays: %j', (text) => {
    expect(splitText(`${own}\n\n${text}`)).toEqual([`${own}\n\n${text}`, undefined]);
  });

  it('takes no time for lines that nearly are one', () => {
    const start = cpuNow();
    for (const part of ['On 3 ', 'Op 3 schreef ', '2025 ', '2025年3月3日', 'W dniu 3 pisze ', 'tarihinde 2025 '])
      splitText(`${own}\n${part.repeat(100_000)}\n${`${part}\n`.repeat(20_000)}`);
    expect(cpuNow() - start).toBeLessThan(10_000);
  });
});

it.each([
  ['de', 'Von', 'Gesendet'],
  ['fr', 'De&nbsp;', 'Envoyé&nbsp;'],
  ['nl', 'Van', 'Verzonden'],
])('in a page the bold names of the head begin it (%s)', (_, from, sent) => {
  const head = `<p class="MsoNormal"><b><span lang="DE">${from}:</span></b> Bo Day<br><b>${sent}:</b> 3.3.2025<br><b>X:</b> Ann</p>`;
  const [mine, quoted] = splitHtml(`<p>The lift is mended.</p>${head}<p>When?</p>`);
  expect(mine).toBe('<p>The lift is mended.</p><p class="MsoNormal">');
  expect(quoted).toContain('When?');
  expect(splitHtml('<p><b>From:</b> the station <b>To:</b> the town</p>')[1]).toBeUndefined();
});
