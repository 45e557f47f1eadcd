const setOf = (...texts: readonly string[]): ReadonlySet<string> => new Set(texts.join(' ').split(/\s+/));

/** Words that open a question, beside the auxiliaries. */
export const questionWords = setOf('what which who whom whose when where why how');

export const auxiliaries = setOf(
  'am is are was were be been being do does did has have had can could may might must shall should will would',
  "isn't aren't wasn't weren't don't doesn't didn't hasn't haven't hadn't can't cannot couldn't won't wouldn't shouldn't mustn't",
);

/** What may stand before a phrase that an opener or a slot begins with. */
export const prepositions = setOf(
  'about after against as at before between by during for from in inside into of on onto outside over per since through to toward towards under until via with within without',
);

/** Before the name of a place or time: such a phrase is seldom what a question is about. */
export const settings = setOf('in at from near during within since until after before on by');

/** After one of these, a pronoun may refer to what its own question has named before. */
export const clauseStarts = setOf(
  'and or but if when because so while before after until since though although unless whether than then which who where that',
);

/** Words that a question is never about. */
export const functionWords: ReadonlySet<string> = new Set([
  ...questionWords,
  ...auxiliaries,
  ...prepositions,
  ...clauseStarts,
  ...setOf(
    'a an the i you he she it we they me him her us them my your his its our their mine yours hers ours theirs myself yourself itself themselves',
    "i'm i've i'd i'll you're it's that's there's what's who's how's where's let's they're we're he's she's you've we've they've im",
    'this that these those there here not no yes yeah nor also too just only very really quite please thanks thank sorry oops ok okay hi hello hey well oh great nice wow by way away',
    'each every any some all both either neither other others another else such same more most less least few many much several enough one ones own anything something everything nothing anyone someone',
    'like get gets got getting tell telling give gives given know knows say says said want wants wanted think thinks mean means meant see sees look looks find help helps let lets make makes made take takes took taken go goes went going come comes put keep try tried need needs ask asked explain describe show talk talking heard believe understand wonder interested',
    'still ever already yet again now then today currently actually exactly specifically especially maybe perhaps probably anyway instead etc vs versus eg ie up down out off away back as well far so-called',
  ),
]);

/**
 * Words that ask something of a subject and name none: a question of these alone is about what was spoken of before.
 */
export const relationWords = setOf(
  'apply applies cost costs price prices pricing fee fees charge charged charges pay paid free cheap cheaper cheapest expensive available availability work works working open opens close closes opening hours hour start starts started begin begins end ends ended last lasts happen happens happened happening long longer short big bigger large small old new good better best bad worse worst important difference differences different similar',
  'example examples sample type types kind kinds sort sorts option options version versions step steps way ways benefit benefits advantage advantages disadvantage disadvantages pros cons risk risks requirement requirements require required requires objective objectives purpose goal goals reason reasons limit limits limitation limitations feature features detail details information info use uses used using usage create creates created install installed configure configured set setup update change changes add remove cancel buy sell purchase order sign register contact reach',
  'name names number numbers amount percentage rate total date dates day days week weeks month months year years time times place places location located live lives born die died founded built released done possible necessary safe dangerous legal allowed true false normal common popular famous known first second third next previous later earlier soon include includes included including support supports supported affect affects offer offers offered provide provides provided please think recommend recommended suggest separately together alone also',
  'award awards win won recognition author authors written wrote history outcome result results problem problems issue issues thing things stuff part parts people person anyone average averagely usually often called difficult easy hard configure',
);

/** Nouns that stand for anything: "that process" is whatever was spoken of. */
export const genericNouns = setOf(
  'thing things process option options service services approach method methods system product products feature features information data problem problems issue issues topic subject question type types kind kinds tool tools program programs event events place area project projects plan plans item items case cases idea situation arrangement transaction transactions activity activities rule rules requirement requirements fee fees cost costs charge charges change changes step steps term terms',
);

/** Nouns that name the kind of what has a name: "that company" may be any name that was spoken of. */
export const kindNouns = setOf(
  'company companies firm country countries city cities town state place river region person man woman people actor actress author artist singer player team band song movie film book show series game university school organization organisation agency bank brand museum park building bridge device software app application platform tool model drug medicine vaccine',
);

/** "this year", "these days", "this document": no earlier turn explains them. */
export const selfEvident = setOf(
  'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december',
  'year month week day days quarter season morning afternoon evening night time moment weekend summer winter spring fall autumn century decade minute point stage way regard respect case reason sense end',
  'document documents knowledge base site website page workspace company organisation organization team chat conversation question manual handbook guide article text passage list',
);
