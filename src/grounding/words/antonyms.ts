/** Beginnings of words that mean the opposite of each other; `=` before one: the whole word. Precise rather than many: each pair turns a sentence round wherever it stands. */
const pairs = (
  'enabl disabl|includ exclud|increas decreas|increas reduc|raise lower|rise fall|rose fell|=before =after|=before =since|=until =after|=until =from|=until =since|=until =before|=earlier =later|=early =late|earliest latest|minimum maximum|=min =max|minimal maximal' +
  '|=above =below|=over =under|=above =under|=over =below|=open =closed|=opens =closes|=opened =closed|=start =end|=starts =ends|=begins =ends|=first =last|=buy =sell|allow forbid|allow prohibit|allow den|permit prohibit|permit forbid|accept reject|accept declin|accept refus|approv reject|grant den' +
  '|internal external|=public =private|=free =paid|=higher =lower|highest lowest|=high =low|=more =less|=more =fewer|=most =least|largest smallest|=larger =smaller|=large =small|longest shortest|=longer =shorter|=long =short|fastest slowest|=faster =slower|=fast =slow|heaviest lightest|=heavier =lighter|oldest newest|oldest youngest|=older =newer|=older =younger|=old =new' +
  '|=upper =lower|=left =right|=on =off|=add =remove|=adds =removes|=added =removed|=import =export|upload download|=send =receive|=sent =received|=lock =unlock|automatic manual|temporar permanent|=always =never|=with =without|inbound outbound|=incoming =outgoing|=online =offline|=gain =lose|=gained =lost|=win =lose|=won =lost|succe fail|=pass =fail' +
  '|positiv negativ|=true =false|=inside =outside|=inside =elsewhere|=weekday =weekend|=weekdays =weekends|=within =after|=within =beyond|=up =down|=input =output|=ascending =descending|=vertical =horizontal|=strong =weak|=single =multiple|=same =different|=best =worst|=better =worse|=cheap =expensive|cheapest =dearest|=encrypt =decrypt|=encrypted =decrypted|=male =female|=some =none' +
  '|optional require|optional mandator|optional compulsor|=allowed =required|=possible =mandatory|=possible =required|=including =except|=including =excluding|=if =unless|unlimited =limited|=north =south|=east =west|=northern =southern|=eastern =western|=husband =wife|=unless =if|=also =except|=appoint =dismiss|=appointed =dismissed|=hired =fired|=attack =defend|=majority =minority|=partly =fully|=partly =completely' +
  '|vor =nach|=avant =après|=antes =después|=mit =ohne|=avec =sans|=con =sin'
)
  .split('|')
  .map((pair) => pair.split(' '));

const prefixes = ['un', 'in', 'im', 'ir', 'il', 'dis', 'non', 'de', 'mis'];

/** Whether one word turns a sentence into its opposite when it takes the other's place: enabled and disabled, before and after, possible and impossible. Lower case. */
export function isAntonym(left: string, right: string): boolean {
  return (
    pairs.some(
      ([one = '', other = '']) =>
        (begins(left, one) && begins(right, other)) || (begins(left, other) && begins(right, one)),
    ) ||
    negates(left, right) ||
    negates(right, left)
  );
}

function begins(word: string, stem: string): boolean {
  return stem.startsWith('=') ? word === stem.slice(1) : word.startsWith(stem) && word.length <= stem.length + 5;
}

function negates(long: string, short: string): boolean {
  return short.length >= 4 && prefixes.some((prefix) => long === prefix + short);
}
