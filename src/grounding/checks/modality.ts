import { contentStems } from '../../knowledge/language/stems.ts';
import { editsOf, nearestSentence } from './edits.ts';
import { contradicted, type Evidence, failed, passed, unproven, type Verdict, worst } from './verdict.ts';

type Kinds = Readonly<Record<string, RegExp>>;

/** What a sentence asks of its reader. Covers the commonest words of German, French and Spanish too. */
const modals: Kinds = {
  // Matched first and then removed: "need not" does not ask for anything.
  'need not':
    /\b(?:need not|needn['’]t|(?:do|does|did)(?: not|n['’]t) (?:need|have) to|not (?:required|obliged|necessary|mandatory)|optional|optionally|muss nicht|müssen nicht|no need)\b/giu,
  'must not':
    /\b(?:must not|can no longer|no longer (?:able|possible|allowed)|may not|can ?not|can['’]t|mustn['’]t|forbidden|prohibited|not (?:allowed|permitted|possible)|darf nicht|dürfen nicht|ne (?:peut|peuvent|doit|doivent) pas|no (?:puede|pueden|debe|deben))\b/giu,
  must: /\b(?:must|shall|ha(?:s|ve|d) to|needs? to|required|requires?|mandatory|compulsory|obliged|obligatory|muss|müssen|musst|müsst|doit|doivent|devez|debe|deben|tiene que|tienen que)\b/giu,
  should: /\b(?:should|ought to|recommended|advised|sollte|sollten|devrait|devraient|debería|deberían)\b/giu,
  may: /\b(?:may|can|could|might|allowed|permitted|possible|able to|kann|können|darf|dürfen|peut|peuvent|pouvez|puede|pueden)\b/giu,
  will: /\b(?:will|wird|werden|sera|seront|será|serán)\b/giu,
};

/** Words of quantity. */
const quantities: Kinds = {
  'not all': /\bnot (?:all|every|each|always|both)\b/giu,
  only: /\bonly one of\b|\bneither\b/giu,
  few: /\b(?:few|hardly any|almost no|rarely|seldom|minority|limited|a small part)\b/giu,
  some: /\b(?:some|several|multiple|various|certain|selected|sometimes|occasionally|partly|partially|a part of|einige|manche|quelques|certains|certaines|algunos|algunas|parfois|manchmal|a veces)\b/giu,
  most: /\b(?:(?<!\b(?:at|the) )most|mostly|usually|generally|typically|often|normally|(?<!\bas )many|majority|meist|meistens|la plupart|souvent|la mayoría)\b(?! (?:recent|likely|important|\p{L}+ly\b))/giu,
  all: /\b(?:all|every|each|always|whole|entire|entirely|fully|completely|both|unlimited|any|alle|jede|jeder|jedes|immer|tous|toutes|chaque|toujours|todos|todas|cada|siempre)\b/giu,
};

/** Whether a claim turns a "may" into a "must", or a "some" into an "all". */
export function checkModality(claim: string, { sentence }: Evidence): Verdict {
  const nearest = nearestSentence(sentence, claim);
  const edits = editsOf(nearest, claim);
  if (!edits) return worst([checkModals(claim, nearest), checkQuantities(claim, nearest)]);
  return worst([
    notAsked(claim, nearest),
    ...edits.flatMap(({ removedText, addedText }) => [
      exchanged(modals, removedText, addedText, nearest, claim),
      exchanged(quantities, removedText, addedText, nearest, claim),
      hedged(removedText, addedText),
      mayLeftOut(removedText, nearest, claim),
    ]),
  ]);
}

/** For copies: "need not" for "must not". The word that distinguishes them from "need" and "must" is the same. */
function notAsked(claim: string, quote: string): Verdict {
  const [own, stated] = [kindsOf(modals, claim), kindsOf(modals, quote)];
  const isTurned = (said: string, quoted: string) =>
    own.has(said) && !stated.has(said) && stated.has(quoted) && !own.has(quoted);
  for (const [said, quoted] of [
    ['need not', 'must not'],
    ['must not', 'need not'],
  ] as const) {
    if (isTurned(said, quoted)) return contradicted(`The claim says “${said}”, the quote “${quoted}”.`);
  }
  return passed;
}

function kindsOf(kinds: Kinds, text: string): Set<string> {
  let rest = text;
  return new Set(
    Object.entries(kinds).flatMap(([name, shape]) => {
      const found = rest.search(new RegExp(shape.source, 'iu')) !== -1;
      rest = rest.replaceAll(shape, ' ');
      return found ? [name] : [];
    }),
  );
}

/** For copies: one kind replaced by another. A kind that both texts contain has not changed. */
function exchanged(kinds: Kinds, removedText: string, addedText: string, quote: string, claim: string): Verdict {
  if (!/\p{L}/u.test(addedText)) return passed;
  const [lost, gained] = [kindsOf(kinds, removedText), kindsOf(kinds, addedText)];
  const [whole, own] = [kindsOf(kinds, quote), kindsOf(kinds, claim)];
  const [from] = [...(lost.size > 0 ? lost : whole)].filter((kind) => !own.has(kind));
  const [to] = [...gained].filter((kind) => !lost.has(kind));
  if (to === undefined || from === undefined || (lost.size === 0 && kinds === quantities)) return passed;
  if (to === 'should' && from === 'must' && whole.has('should')) return passed;
  return contradicted(`The claim says “${to}”, the quote “${from}”.`);
}

/** For copies: dropping "some" makes the claim wider; adding "most" says something that the quote does not say. */
function hedged(removedText: string, addedText: string): Verdict {
  const [lost, gained] = [kindsOf(quantities, removedText), kindsOf(quantities, addedText)];
  if (gained.size === 0 && (lost.has('some') || lost.has('few') || lost.has('not all')))
    return failed(`The claim leaves out “${[...lost].join('”, “')}”.`);
  if (lost.size === 0 && (gained.has('few') || gained.has('most') || gained.has('some') || gained.has('not all')))
    return failed(`The claim says “${[...gained].join('”, “')}”, the quote does not.`);
  return lost.has('most') || gained.has('all') ? unproven('How many are meant is worded differently.') : passed;
}

/** The claim states a possibility as a fact. "Can" is not checked, because it often only describes an ability. */
function mayLeftOut(removedText: string, quote: string, claim: string): Verdict {
  const [word] = /\b(?:may|might|could)\b/i.exec(removedText) ?? [];
  return word !== undefined &&
    !isPermitted(quote, claim) &&
    kindsOf(modals, claim).size === 0 &&
    !/\b(?:possibl\w*|sometimes|occasional\w*|up to|at most|allow\w*|permit\w*)\b/i.test(claim)
    ? failed(`The claim leaves out “${word}”.`)
    : passed;
}

/** Expresses an obligation without a modal. */
const duty =
  /\b(?:due|owe[ds]?|oblige\w*|only|necessary|needs?|needed|obligation|at least|minimum|mandatory|deadline|latest|before|by|cannot|not|no|never|without|unless|rejected|refused|expects?|expected|ask\w*|(?:have|has|get|gets) [^.;]{1,30} to)\b|(?:^|[.:;,]\s+(?:and |then )?)(?:please )?(?:add|ask|attach|call|change|check|choose|click|close|confirm|contact|copy|create|delete|download|drop|enter|file|follow|give|go|keep|log|make|open|order|pack|pay|press|print|put|reject|remove|reply|report|return|scan|select|send|set|sign|store|switch|take|tell|treat|turn|type|upload|use|verify|wait|write)\b/i;

function checkModals(claim: string, quote: string): Verdict {
  const [own, stated] = [kindsOf(modals, claim), kindsOf(modals, quote)];
  if (own.has('must') && !stated.has('must') && !stated.has('should') && !duty.test(quote))
    return contradicted('The claim says “must”, the quote does not.');
  if (
    own.has('need not') &&
    !stated.has('need not') &&
    !/\b(?:no|not|without|free|optional|can|may|nothing|never)\b|n['’]t\b/i.test(quote)
  )
    return contradicted('The claim says “need not”, the quote does not.');
  if (
    own.has('will') &&
    !stated.has('will') &&
    (stated.has('may') || /\byou will (?!be|get|have|need|receive|see|find|lose)/i.test(claim))
  )
    return contradicted('The claim says “will”, the quote “may”.');
  const only = (kinds: ReadonlySet<string>, kind: string) =>
    kinds.has(kind) && [...kinds].every((other) => other === kind || other === 'will');
  for (const [one, other] of [
    ['must', 'may'],
    ['may', 'must'],
    ['must', 'need not'],
    ['need not', 'must'],
    ['must not', 'need not'],
    ['need not', 'must not'],
    ['should', 'must'],
    ['must', 'should'],
    ['should', 'may'],
    ['may', 'should'],
    ['will', 'may'],
  ] as const) {
    if (only(own, one) && only(stated, other)) return contradicted(`The claim says “${one}”, the quote “${other}”.`);
  }
  return passed;
}

/** Expresses "some" or "usually" in other words. */
const vague =
  /\b(?:default|as a rule|in general|may|can|could|might|part|parts|one of|different|various|following|these|rest)\b/i;

/** Compares quantities of the same noun only: "every login" and "several shops" are unrelated. */
function checkQuantities(claim: string, quote: string): Verdict {
  const stated = quantified(quote);
  const [own, kinds] = [kindsOf(quantities, claim.replaceAll(/\blimited\b/gi, ' ')), kindsOf(quantities, quote)];
  const hedge = (['not all', 'few', 'some', 'most'] as const).find((kind) => own.has(kind) && !kinds.has(kind));
  if (hedge !== undefined && !vague.test(quote)) return failed(`The claim says “${hedge}”, the quote does not.`);
  for (const [kind, noun] of quantified(claim)) {
    const others = stated.filter(([, other]) => other === noun).map(([other]) => other);
    if (others.length === 0 || others.includes(kind)) continue;
    if (kind === 'all') return contradicted(`The claim says “all”, the quote “${others[0]}”.`);
    if (others.includes('all')) return failed('The claim is about fewer than the quote.');
  }
  return passed;
}

/** The kind of quantity with the stem of the next content word. */
function quantified(text: string): (readonly [string, string])[] {
  return Object.entries(quantities).flatMap(([kind, shape]) =>
    [...text.matchAll(shape)].flatMap((match) => {
      const [noun] = contentStems(text.slice(match.index + match[0].length, match.index + match[0].length + 40));
      return noun === undefined ? [] : [[kind, noun] as const];
    }),
  );
}

/**
 * "Cancelling is free" for "may be cancelled free of charge": the claim describes how the permitted action works and
 * does not state that it happens.
 */
function isPermitted(quote: string, claim: string): boolean {
  return [...quote.matchAll(/\bmay be (\p{L}{4,6})\p{L}*(?:ed|en)\b/giu)].some(([, stem = '']) =>
    new RegExp(`\\b${stem}\\p{L}*(?:ing|ation|ition|ment|al)\\b`, 'iu').test(claim),
  );
}
