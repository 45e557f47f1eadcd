import { isSilent } from '../../grounding/words/silentWords.ts';

/** How people talk, whatever about. Documents seldom use these words, and no subject hangs on one. English. */
const talk = new Set(
  (
    'think thinks thinking thought know knows knew guess suppose wonder wondering hear heard hearing look looks looking try tries tried trying ask asks asked asking told tell telling said saying saw seem seems ' +
    'gone going gets getting got gotten happened happening reacts react reacting bother ' +
    'actually really basically honestly literally simply maybe perhaps probably somehow apparently forever ever anymore anyway besides instead somebody someone anybody anyone everybody everyone something stuff bit bits half big bigger huge small tiny front whole proper properly quickly soon later afterwards meanwhile ' +
    'good bad nice great fine happy sorry sad annoying stupid silly weird strange ' +
    'im ive id ill youre youve theyre theyve were weve dont doesnt didnt cant couldnt wont wouldnt shouldnt isnt arent wasnt werent hasnt havent hadnt thats whats whos wheres hows theres lets aint gonna wanna gotta ' +
    'hi hello hey thanks thank thx pls plz cheers'
  ).split(' '),
);
/** "we're", "don’t". */
const contraction = /^\p{L}+['’](?:re|ve|ll|d|m|s|t)$/iu;

/** Whether a word of a question is of talking and not of what is asked about: that no document has it says nothing to a person. */
export function isTalk(word: string): boolean {
  const lower = word.toLowerCase();
  return contraction.test(lower) || talk.has(lower) || (isSilent(lower) && /^\p{L}{2,}$/u.test(lower));
}
