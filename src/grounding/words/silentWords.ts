/** Says nothing of its own, whatever stands beside it. */
const silent = new Set(
  (
    'a an the this that these those it its they them their theirs he she him her his hers you your yours we us our ours i me my one ones who whom whose which what when where why how there here ' +
    'be is are was were been being am have has had having do does did done doing can could may might must shall should will would need needs ' +
    'and or but nor if then than as so also too both either each every all any some such other another same own just even still yet already however though although while whereas ' +
    'of in on at by for from to with within into onto over under up down out off back about between among through during before after until till since per via above below against without upon across along around beside behind towards ' +
    'not no never none nothing nobody cannot only again more most less least well already anything something everything lot lots several least maximum minimum ' +
    's t re ll ve d m e g i vs etc ok please yes ' +
    'get gets got use uses used using take takes taken go goes going come comes make makes made put want wants like wish keep let lets require requires required ' +
    'become becomes became contain contains containing include includes included including carry carries carried hold holds held holding follow follows followed following last lasts lasting run runs running turn turns turned receive receives received give gives given see sees seen find finds found ' +
    'provide provides provided offer offers offered involve involves consist consists exist exists remain remains remained stay stays stayed staying work works working ' +
    'available based instead because due owing therefore thus hence reason format range status ' +
    'possible able allow allows allowed permit permits permitted apply applies applied happen happens mean means say says state states tell tells indicate indicates note note refer according regarding concerning ' +
    'time times period amount number total kind type way case thing things part following respective certain given particular specific case cases way ways fact order item items file files'
  ).split(' '),
);

/**
 * Whether a word adds nothing to a sentence by itself: of grammar, of saying, or so general that the words beside it
 * tell all. Figures are checked as amounts. Lower case.
 */
export function isSilent(word: string): boolean {
  return word.length < 2 || /\d/.test(word) || silent.has(word);
}
