/**
 * Words that may replace each other in a paraphrase; `retellings` has phrases. A comma separates groups, and `|` the
 * words of a group. Taken from the commonest words of general English, in their senses in instructions, terms and
 * reports.
 */
const groups = `
abandon|leave|give up|drop, ability|capability|can|able|possible|power, absent|missing|away|not there, accelerate|speed up|faster|quicken, accommodate|fit|hold|take
accompany|come with|go with|along, accomplish|achieve|complete|reach|attain, accumulate|collect|build up|gather|add up, accurate|exact|correct|precise|right
achieve|reach|attain|get|accomplish, acquire|buy|get|obtain|take over, act|behave|work|serve|do, actual|real|true|in fact|in reality
adapt|adjust|change|fit|tailor|customise, enough|sufficient|adequate|suffice, adjacent|next to|beside|neighbouring, adult|grown-up, affected|concerned|involved|hit
concerned|affected|involved|in question, afford|pay for, aim|goal|target|purpose|objective|intend|meant, alert|warning|notify|warn|notification
alternate|every other|alternative, alter|change, although|though|but|while|even if|however|even though, amend|change|correct|revise, analyse|examine|study, ancient|old
appear|show up|come up|turn up|emerge|seem, appoint|name|choose|designate|assign, appropriate|suitable|right|proper|fitting|matching
suitable|fit|appropriate|right|proper, approximate|about|around|roughly, argue|say|claim, assemble|put together|build|gather, assess|judge|evaluate|check|assessment|rate
assist|help|support|aid, assume|take over|suppose|take on, take over|assume|take on|take the place|replace, assure|guarantee|promise|ensure
ensure|make sure|guarantee|see to it|so that, guarantee|promise|assure|warrant|warranty, promise|commit|pledge|guarantee|undertake|commitment, attractive|appealing
authority|official body|agency, average|mean|median|typical, avoid|prevent|keep from|stay away|so that not, prevent|stop|avoid|keep from|block|protect against
aware|know|conscious, back up|backup|copy, backup|spare|standby|second|fallback, spare|backup|extra|reserve, ban|forbid|prohibit|block, basic|simple|standard|plain
simple|easy|basic|plain, easy|simple|effortless|without difficulty, beat|win|defeat, believe|think|suspect|suppose, benefit|gain|profit|advantage
empty|blank|used up|nothing left|zero|no content, bottom|lower end|foot|base, top|upper|head|highest, bounce|return|fail|reject, short|brief|quick
bundle|group|combine|pack|collect|package, group|bundle|combine|batch|category|class, category|class|group|type|kind, calculate|compute|work out|figure out|determine
quiet|silent|calm, campaign|drive, candidate|applicant, capable|able|can, capacity|room|space|size, space|room|capacity|storage|place, storage|space|memory
capture|take|catch|record, careful|with care|cautious, case|instance|matter|dispute, situation|case|circumstance|condition, condition|state|requirement|term|circumstance
requirement|condition|need|must|prerequisite|require, cause|lead to|result in|make|bring about|reason|because|due, lead to|result in|cause|bring|trigger|mean
trigger|start|cause|set off|lead to, result in|lead to|cause|end in, celebrate|mark, central|main|middle|key
main|primary|principal|chief|central|major|first|most important, secondary|second|backup|minor, minor|small|lesser, major|main|large|important|big
important|key|essential|main|significant, dispute|challenge|contest|disagreement|case|object, object|oppose|challenge|objection|disagree|protest|complain
complain|complaint|object, disagree|not agree|object, chance|opportunity|possibility, child|kid|young, cite|quote|name|mention, mention|name|state|say|list|cite
name|call|state|mention|tell|list|title, title|name|heading, clean|tidy|clear up|purge, clear|delete|remove|empty|obvious|plain, obvious|clear|evident, coast|shore
collapse|break down|fall, color|colour, combine|bundle|merge, convenience|comfort|ease|convenient, note|comment|remark|add, trade|business|commercial|commerce
common|shared|usual|frequent|general, share|pass on|give|common|split, compare|hold against|match|contrast, compensate|pay|make up|reimburse|refund, compete|rival
complex|complicated|difficult, difficult|hard|complicated, hard|difficult|tough, component|part|element|piece, piece|part|item|unit, element|part|component|item
compose|make up|write, compress|shrink|reduce, concept|idea, conduct|carry out|run|do|behave, conflict|clash|contradict, consequence|result|effect|outcome
consequently|so|therefore|thus, conserve|save|keep, consist|be made|made up|contain, constant|steady|fixed|unchanging|same, construct|build|make, consume|use|use up|eat
use up|exhaust|consume|spend|run out|used up, exhaust|use up|used up|run out|empty, container|box|holder, content|what is in|material|inside, context|setting
contribute|add|give, convert|change|turn|transform|exchange, cool|cold, copy|duplicate|replicate|reproduce|copied, core|centre|heart, centre|center|middle|core|site
middle|centre|halfway|mid, corner|edge, corporate|company|business, cost-free|free, count|number|tally|how many, couple|two|pair, courier|carrier|messenger
carrier|courier|shipper|transporter, crucial|essential|vital|key, essential|necessary|vital|crucial|must, culture|custom, cure|heal, current|latest|present|existing|today
cut|reduce|shorten|lower, cycle|round|period, round|cycle|approximate, damage|break|harm|hurt, danger|risk|threat|hazard, risk|danger|threat|chance, dark|dim, dated|old
daily|each day|every day|a day, deactivate|disable|switch off|turn off|inactive, inactive|deactivated|disabled|not active|off|idle|no activity|without activity
idle|inactive|unused|not active|without activity, inactivity|no activity|without activity|idle, deal|agreement|contract|arrangement, debt|owed|open amount
decline|refuse|fall|drop|reject, fall|drop|decline|go down|sink|decrease|get lower, drop|fall|decline|decrease|go down|put|leave, decrease|fall|drop|reduce|go down|shrink
rise|increase|go up|grow|climb, dedicated|special|own|separate, special|particular|specific|own|extra, default|standard|preset|by default|unless changed|unless|normal
standard|default|normal|usual|regular, defect|fault|flaw, delay|postpone|wait|hold|defer|late|pause|put off, supply|provide|deliver|give|stock
demand|require|ask|call for, demonstrate|show|prove, depart|leave|go, deputy|second, derive|come from|take from, desire|want|wish, want|wish|like|would like|choose
despite|in spite|although|even though|regardless, destination|goal|target, destroy|ruin|wreck|break, detect|find|notice|discover|recognise|spot, notice|see|detect|spot
recognise|know|identify|detect|tell, identify|recognise|name|find|tell|mark, develop|build|make|grow, developer|programmer, device|machine|gadget
machine|device|automatic, number|figure|digit|code, diminish|reduce|shrink, direct|straight|immediate|guide, disappear|vanish|gone|removed|go away
discard|throw away|drop|delete, discuss|talk|debate, dismiss|reject|close|fire, dispatch|send|ship|shipping, shipping|dispatch|delivery|sending|shipment
delivery|shipping|shipment|transport, shipment|parcel|delivery|consignment|package|sending, parcel|package|packet|shipment, package|parcel|box|pack, pack|package|box|wrap
display|show|screen, distance|how far|way, distribute|give out|spread|share out, domestic|national|home|inland, double|twice|two times|duplicate|twofold
duplicate|double|twice|copy|repeated, doubt|uncertain|unsure, draft|first version|outline, drive|run|go, dry|without water, earn|make|get|gain, edge|border|side
edit|change|modify|work on, educate|teach|train, effort|work|attempt, elect|choose|vote, eligible|entitled|qualify|allowed|can
qualify|eligible|entitled|meet the requirements, entitle|right|eligible|qualify|allowed, right|entitled|allowed|correct|entitlement, emerge|appear|come out
urgent|emergency|pressing, emphasise|stress, employ|hire|use|engage, hire|employ|rent|recruit, encounter|meet|face|come across|run into|hit
run into|encounter|hit|meet|reach, encourage|urge|invite, enforce|apply|impose|make mandatory|require|force
mandatory|required|compulsory|enforced|must|require|obligatory, voluntary|optional|by choice, optional|voluntary|not required|need not|if you like|can
improve|better|enhance|get better, enquire|ask, entrance|entry|way in, environment|setting|surroundings, equipment|hardware|gear|device, escape|get out|avoid
estimate|guess|assess, event|happening|occasion|thing|incident, incident|event|case, occasion|event|time, example|instance|sample|such as|for instance
sample|example|specimen|demo, excess|surplus|too much|extra, exchange|swap|replace|trade|replacement, swap|exchange|replace|switch, exclude|leave out|not part
exclusive|only|sole, execute|run|carry out|perform, exist|there be|be present|be there|already, exit|leave|way out, expand|grow|extend|widen, expect|await|anticipate
experience|go through|have, expert|specialist, explicit|clear|express, export|take out|download, expose|show|reveal, express|say|state, extract|take out|pull out|excerpt
extreme|very, fail|break|not work|go down|crash|unsuccessful|do not succeed, fake|false|invented|counterfeit|made-up, invented|fake|made-up|fictitious|false
false|wrong|fake|incorrect, familiar|known, famous|well-known, fault|error|defect|failure|issue, feature|function|option|capability, function|feature|work|purpose
feel|sense, field|box|area|column, fight|combat, final|last|ultimate|end|definitive|closing, last|final|end|most recent|previous|ultimate, penalty|fine|punishment
finish|end|complete|be done|done, ready|finished|done|available|prepared|complete|get, firm|company|solid, fit|suit|match|go in|work with, flat|fixed|even|single
flexible|adaptable, flow|run|stream, follow|come after|obey|comply|adhere|stick to|keep to|observe, comply|follow|obey|meet|respect|keep to|in line
observe|watch|follow|see|keep to, watch|observe|monitor|look at|follow, monitor|watch|track|check|observe|keep an eye, track|follow|monitor|trace|trail, folder|directory
forbidden|prohibited|banned|not allowed, foreign|abroad|from other countries, form|shape|kind, formal|official, format|form|file type|as, foundation|base, fraction|part
fraud|scam, fresh|new|again, starts fresh|start anew, front|ahead, fulfil|meet|satisfy|do, meet|fulfil|satisfy|match|comply|reach, satisfy|meet|fulfil|please|happy
satisfied|happy|content|pleased, happy|satisfied|pleased|glad, full|complete|whole|used up, fund|money|finance|pay for, furthermore|also|in addition
future|coming|later|next|upcoming|from then on|to come, coming|next|future|upcoming|following, next|following|coming|upcoming|subsequent|after, gain|get|win|profit
gather|collect|assemble|bring together, general|overall|common|usual, gentle|soft, genuine|real|true|authentic, real|true|genuine|actual|live, live|real|production|active
gift|present, glance|look, worldwide|global|around the world|all over the world|everywhere, international|worldwide|global|foreign
everywhere|in all places|on all|all over|worldwide, goods|product|item|merchandise|article|ware, govern|rule|control|regulate|apply, rule|regulation|govern|policy
regulation|rule|law, policy|rule|terms, terms|conditions|contract|rules|policy, grab|take|seize, gradual|slow|step by step|bit by bit, grateful|thankful|thanks|thank
grip|hold, visitor|guest|who visits, guide|lead|instruct, instruct|tell|guide|order, halt|stop|pause, halve|half, hand|give|pass, hand in|submit|give in
useful|helpful|of use|handy, harm|damage|hurt|injure, headline|title|heading, healthy|well, hear|listen, heat|warm, heavy|weighty, helpful|useful|of help|help
hesitate|wait, hidden|not visible|concealed|secret|not shown, highlight|mark|stress, hint|tip|advice|clue, advice|tip|recommend|hint|guidance, history|log|record|past
home|house, host|store|run|keep, huge|large|enormous, hybrid|mixed, ideal|perfect|best, perfect|ideal|flawless, illegal|against the law|unlawful|not legal
illustrate|show, imagine|think, impact|effect|influence, implement|put in place|carry out|build, imply|mean, import|bring in|load|upload, impose|put on|charge|set
improper|wrong, in particular|especially|above all, income|earnings|revenue, revenue|income|sales|turnover, incomplete|missing|not complete|unfinished
independently|separately|on its own|by itself, infect|contaminate, infinite|endless|unlimited
unlimited|no limit|without limit|as many as you like|not limited|infinite|no restriction|any number, inherit|take over, initial|first|original|starting
original|first|initial|earlier, initiate|start|begin, inner|inside|internal, inside|within|in|internal, outside|beyond|out of|external|not in|not part
external|outside|outer, inspect|check|examine|inspection|look at, install|set up|put in, instant|immediate, institute|institution, instruction|direction|guide|steps
integrate|connect|build in|combine, built-in|integrated|included|own, intend|plan|mean|want, interfere|disturb, temporary|for a time|for now|interim|short-term
interrupt|break|stop|disturb|interruption, interval|period|gap|every, introduce|bring in|launch, invalidate|make invalid|void|cancel, invest|put in
investigate|look into|examine|investigation, invite|ask|invitation, involve|include|affect, isolate|separate, issue|give out|hand out|publish|provide, job|task|work
judge|decide|assess, jump|leap, justify|explain, keen|eager, kind|type|sort, knowledge|know, label|mark|tag|sticker, lack|not have|be without|need, land|arrive
lapse|expire|end|run out, largely|mostly, latest|newest|most recent|current|last, layer|level, layout|arrangement|design, design|layout|style|look, lead|guide|head
leak|escape|get out, learn|find out|get to know|be told, find out|learn|discover|see, leave|stay|depart, level|degree|stage|height, stage|phase|step|level
step|stage|action|measure, measure|step|action|gauge, action|step|measure|act, liability|responsibility, liable|responsible, lie|be located|be, locate|find|be in
lift|raise|remove|end, light|lamp|not heavy|lightweight, lightweight|light|weigh less, likely|probable|probably, linked|connected|joined|tied, tie|link|bind|connect
bind|tie|oblige|binding, load|fill|open, local|nearby|regional, logical|reasonable, reasonable|fair|sensible, lone|single, look|appear|see, loose|free, loss|lose|lost
loud|noisy, lower|reduce|decrease|less|cheaper, size|dimension|how big|how large|magnitude|big, dimension|size|measure, mail|post|send, post|mail|publish
mainly|mostly|chiefly|above all, make sure|ensure|check, male|man, manual|by hand, manufacture|make|produce, manufacturer|maker|producer, margin|edge, market|sell
weight|how heavy|weigh|mass, master|main, matter|issue|case|thing, mature|grown, meanwhile|in the meantime|during, medicine|drug, mend|repair|fix
merchant|seller|shop owner|vendor|trader|retailer, vendor|seller|supplier|merchant, merge|combine|join|unite, mess|disorder, migrate|move|transfer, minimal|least|smallest
mix|combine|blend, mix up|confuse, mode|way|method, model|type|version, modern|new|recent|up to date, up to date|current|recent|fresh, recent|new|latest|last
monetary|money, mood|feeling, moreover|also|in addition, motion|movement, motive|reason, mount|install|fix, movie|film, mutual|both, narrow|thin|restrict, nation|country
native|local, natural|normal, near|close to|next to|nearby, neat|tidy, negative|bad, neglect|ignore, negotiate|agree, nervous|worried, network|web, neutral|fair
nominal|small, nominate|name, nonetheless|still, obligation|duty|must|oblige|have to, duty|obligation|task|must, obstacle|barrier, obtain|get|receive
unusual|odd|strange|rare, rare|uncommon|seldom|unusual, offend|insult, offence|breach|violation, breach|violation|break|infringe|against
violate|break|breach|infringe|against, break|breach|violate|go wrong, old|aged, open|begin|start, opponent|rival, oppose|object|against, opposite|contrary, oral|spoken
ordinary|normal|usual, source|origin|where from, outline|summary|sketch, summary|outline|overview|brief, overview|summary|list, outcome|result|decision, outlet|shop
output|result, overall|in total|general|total, overcome|beat, overlap|coincide, overlook|miss|ignore, overnight|during the night, own|have|possess|belong
owner|holder|who owns, pace|speed, paint|colour, panel|board, parallel|at the same time|side by side
at the same time|simultaneous|parallel|at once|together|concurrent|same moment, pardon|excuse, take part|participate|join, partly|in part|partial, party|side|group
side|party|part, pass|go by|hand, passenger|traveller|rider, password|passcode, patient|ill person, pattern|design, peak|highest|top|busiest, peculiar|strange
penetrate|enter, perceive|see, period|spell, permanent|lasting|for good, personnel|staff, pick up|collect|fetch|pick-up|pickup, pile|heap, placeholder|dummy
plain|simple|clear, plan|intend|scheme|scheduled, schedule|plan|set a time|timetable|time, planned|scheduled|intended, scheduled|planned|set, plenty|many|enough
point|place, polite|courteous, poor|bad|weak, portion|part|share, positive|good, potential|possible, practical|useful, practice|exercise|habit|rehearse
rehearse|practise|practice|test|try out, precede|come before, predict|foresee, prefer|like better|would rather|rather, preliminary|first|early, premises|building|site
prepare|get ready|make, presence|being there, pressure|force, pretend|act as if|simulate, simulate|imitate|pretend|mimic|play, simulated|not real|fake|imitated
preview|see in advance|look at, primarily|mainly, print|printing|put on paper|on paper, privilege|right, procedure|process|method|steps, process|procedure|handle
proceed|continue|go on, profession|job, proficient|skilled, program|script|software, progress|advance, project|plan, prolong|extend, prominent|visible, promote|advance
prompt|quick|ask, proper|right|correct, property|feature|attribute|trait, propose|suggest|proposal, suggest|propose|recommend|suggestion, prospect|chance
provider|supplier|vendor|who provides, provision|supply, provisional|temporary, publicly|in public|openly, pull|draw, punish|penalise, purchase|buy|acquisition
buyer|purchaser|shopper|who buys|who bought, shopper|buyer|consumer|purchaser, recipient|receiver|addressee|who receives|person who gets, sender|who sends
pure|clean|only, pursue|follow, push|press, quarter|fourth, quality|standard, query|question|request, question|query|ask, queue|line|waiting list, quit|leave|stop
quota|limit|allowance, random|by chance, range|span|series|scope, rank|order|grade, rapid|fast, react|respond|reaction, reader|who reads, realise|notice|see
rebuild|build again, recall|remember, recharge|top up|fill up, reckon|think, recommended|advised|best|should, reconnect|connect again|link again
recover|get back|come back|regain, recovery|restore|get back, recreate|create again, recycle|reuse, redirect|send on|forward|lead, forward|send on|redirect|pass on
reduced|lower|smaller|cut, refer|point|mention, reflect|show, reform|change, refrain|avoid, refresh|update|reload
regardless|no matter|whatever|in any case|independent|whether or not, region|area, registered|listed|entered|based, reinstate|restore
reject|refuse|turn down|not accept|decline, relate|concern|be about, relative|compared, relax|loosen, relevant|related|important, reliable|trustworthy
rely|depend|count on, remainder|rest, remedy|fix|solution|cure, solution|remedy|fix|answer|way out, solve|fix|settle|resolve, settle|resolve|pay|agree
remember|keep in mind, remind|reminder|tell again, reminder|remind|notice|message, remote|far, rent|hire|lease|rental
repeatedly|again and again|many times|in repeated cases|more than once, replacement|substitute|exchange|new one, report|tell|notify|announce|message|state|say
represent|stand for|show, reputation|name, rescue|save, research|study, researcher|scientist|who research, resemble|look like, reset|set again|set back|clear, reside|live
resident|inhabitant|who live, resist|withstand, respect|follow|observe, respectively|each, response|answer|reply|reaction, restart|start again|begin again
restock|refill|return to stock, restricted|limited|only|not open, retire|stop|end|leave, retirement|end|leave, retrieve|get|fetch|recover, reunite|join again
reveal|show|tell|disclose, disclose|reveal|tell|make known, review|look over|read|examine, revise|change|update, revoke|withdraw|cancel|take back, reward|prize
rich|wealthy, rival|competitor, road|street, undo|roll back|reverse|revert|take back|cancel, rough|approximate, route|way|path, routine|usual, row|line|record
line|row|entry|item, rush|hurry, sad|unhappy, safe|without danger, sale|selling|sold|sell, save|keep|store|spare, scan|read|check|capture, scarce|rare, scatter|spread
scenario|case, scope|range|extent, extent|scope|degree, score|rating|points|mark, rating|score|mark|grade, seal|close, search|look for|look up|find|query
look for|search|seek, seek|look for|ask, season|time of year, seat|place, seldom|rarely|not often, selection|choice, sell off|clear, seminar|course, sense|meaning
sentence|phrase, sequence|order, serious|severe|grave|critical, critical|serious|severe|important, severe|serious|bad, serve|help|offer|be used, several|more than one
shared|common|together, sharp|acute, ship|send|deliver|mail, shorten|cut|make shorter|reduce, soon|shortly|before long|quickly, shout|cry, shrink|get smaller, sick|ill
signal|sign|show, significant|important|large, similar|alike|like|comparable, simultaneously|at the same time, sincere|honest, site|place|location|page, skilled|able
slight|small|minor, smart|clever, smooth|even, somewhere|a place|some place|in a place|place, nowhere|no place|not anywhere, sort|kind|arrange, sound|noise
spectator|viewer, speech|talk, spend|pay|use, split|divide|separate|break up|in several, square|plaza, stable|steady, staged|phased, stamp|mark, stand by|wait
standby|backup|reserve|spare, stare|look, statement|report, stay signed in|stay logged in, steal|take|stolen|theft, stem|come, stock|inventory|supply, stop|end|halt|quit
stream|send|flow|feed, strengthen|make stronger, strict|rigid|tight, strike|hit, structure|build, struggle|fight, student|pupil, stuff|things, subject|topic|theme
subscriber|who subscribes|member, substance|material, substitute|replace, subtract|deduct, succeed|work|manage|successful, successful|succeed|work|went through|go through
sudden|unexpected, suffer|endure, suffice|be enough, surface|face, surprise|astonish, surrender|give up, surround|enclose, survey|poll
survive|stay|remain|outlive|not be lost|keep, suspend|pause|block|stop, suspicious|doubtful, sustain|keep, swift|quick, symbol|sign, sympathy|pity, system|software
tackle|handle, tale|story, talent|gift, tall|high, tax|duty, tear|rip, technique|method, technology|tech, temporarily|for a while|for now, tend|usually, terrible|bad
territory|area, test|try|check|trial, text|wording|words, thick|wide, threshold|limit|level|bound, tight|firm, tiny|small, tired|exhausted, tool|program|aid, total|sum
touch|reach|affect|get to, tour|trip, town|city, tradition|custom, train|teach|practise, translate|put into|translation, transmit|send, transport|carry|move|ship
trap|catch, treasure|wealth, trial|test|try-out|test period, trick|deceive, trip|journey, trouble|problem, trust|rely|confidence, trusted|known|reliable, truth|fact
try|attempt, typical|usual, ugly|not pretty, unable|cannot|not able|not possible|impossible|no longer can, impossible|cannot|not possible|no way|unable
unaffected|not affected|unchanged|same, unavailable|not available|not offered|cannot|missing|not included|not part|no
unchanged|same|as it was|not changed|untouched|as they are, unclear|not clear, undergo|go through, undertake|do, unexpected|not planned, uniform|same, unify|join
unique|one of a kind|only one|single, universal|general, unknown|not known|strange|do not exist|does not know, unlike|different, unlock|open|free
unnecessary|not needed|not necessary|not required|no need, unopened|not opened|closed|sealed, unpaid|not paid|open|outstanding|due|not yet paid, unsafe|dangerous
unsubscribe|opt out|sign off, unused|not used|have not used|never used|left, unverified|not verified|not confirmed, upgrade|move up|higher plan|larger plan|improve
downgrade|move down|smaller plan|lower plan, urge|press, usage|use|consumption, valuable|worth, variety|range, various|different|several, vary|differ|change, vast|huge
decision|verdict|ruling|decide|outcome, verify|confirm|check|prove, vertical|upright, vessel|ship, victim|affected person, victory|win, view|see|look|watch|opinion
violent|forceful, visible|can be seen|shown|see|on display, visit|go to|call|see, volume|amount, vote|ballot, waive|drop|not charge|give up|skip|forgo|lift, wake|rouse
wander|roam, waste|squander, weak|feeble, weakness|vulnerability|flaw|hole|security problem, wealth|money, weapon|arms, weigh|be heavy, welcome|greet, whereas|while|but
widely|broadly, willing|ready, wipe|delete|clear|erase|reset, wire|cable, wise|clever, withdraw|take back|cancel|remove|take out, withhold|keep back|hold back
hold back|withhold|keep|retain|reserve, witness|see, wonderful|great, word|term, work together|cooperate, world|earth, worry|concern, worth|value, wound|injury
yearly|annual|each year, yield|give, young|new|recent, younger|newer|less old|more recent, older|more than|earlier|over|age, zero|none|nothing|no
`
  .trim()
  .split(/,\s|\n/)
  .map((group) => group.split('|'));

export const alikeWords: readonly (readonly string[])[] = groups;

/**
 * Words and phrases with the same meaning in a paraphrase. A comma separates groups, and `|` the entries of a group.
 * Wider than `synonyms.ts`, whose words may be exchanged in a copy: here the rest of the sentence is reworded too.
 * General English only, without the vocabulary of any one subject. Few concrete nouns, because another thing makes
 * another claim.
 */
const phraseGroups = `
photo|photograph|photography|picture|image, borrow|lend|loan|on loan, earn|accrue|get|collect|build up, wear|put on|compulsory|dress, longer|another|further|more|extra
pay|cover|bear|settle, often|many|as many|many times, lag|behind|delay|late|delayed, final|last|closing
valid|expire|lapse|run out|work|usable|last|good|open to use|have time|remain|stay|hold good, start|begin|commence|onset|from|as of|as from|initial|launch|kick off
end|finish|conclude|stop|cease|over|terminate|up to|until|no longer|complete|come to an end|run out|expire
once|one time|single time|a single|just one|one-time|only one|exactly one|no more than one, twice|two times, single|one, discount|off|cheaper|reduction|less|reduce
length|character|long, again|anew|re-|repeat|another time|once more|retry|resend|reissue|further
immediate|at once|instant|right away|straight away|straightaway|directly|without delay|the same moment|same moment|prompt|promptly|instantly
automatic|by itself|by themselves|itself|themselves|on its own|on their own|by default|without action|own accord
always|at all times|at any time|any time|every time|each time|in every case|day and night|whenever|without exception
day and night|around the clock|round the clock|24/7|at any time|at all times|24 hours a day|any hour, never|not|at no time|under no circumstances|no
usual|normal|typical|general|as a rule|mostly|in most cases|most often|commonly, sometimes|may|can|occasional|from time to time|at times
often|frequent|regular|many times, regular|at regular interval|periodic|at fixed interval, permanent|forever|for good|indefinite|irreversible
free|free of charge|no charge|no cost|costs nothing|nothing|without charge|no fee|at no cost|no extra|without extra|without a fee|gratis|complimentary|cost nothing|not charge|free
extra|additional|further|more|another|added|on top|surcharge|plus|in addition|besides|supplementary|other
equal|same|identical|unchanged|does not change|not change|as it was|as they were|alike
stay|remain|still|continue|keep|retain|go on|carry on|unchanged|survive|as they are|untouched|preserve|last
differ|different|not the same|vary|distinct|separate|independent|own|other than|not equal
separate|own|independent|of its own|of their own|individual|distinct|on its own|different|dedicated
before|prior|ahead|in advance|advance|beforehand|earlier|previous|previously|preceding|first|until|former
after|afterwards|later|following|once|then|subsequent|subsequently|when|as soon as|since|next|thereafter|follow|from then
as soon as|once|from the moment|the moment|when|at the moment|at the same moment
during|while|throughout|in the course|within|for the duration|as long as|at this time|this time|that time|meanwhile|in the meantime
provided that|provided|if|as long as|so long as|on condition|only if|only when|assuming|in case, unless|if not|except|otherwise|only if|without
except|other than|apart from|with the exception|excluding|but not|not counting|save for|exception|exempt
include|contain|comprise|come with|part of|have|included|inclusive|including|consist|carry|hold|belong
available|offer|provide|have|come with|part of|there be|include|exist|can be used|possible|accessible|can use|obtainable|get|can
allow|permit|let|can|may|able|enable|possible|authorise|authorize|lets|entitle|allowed|make it possible
forbid|prohibit|not allow|not allowed|not permitted|may not|must not|cannot|ban|disallow|not possible|bar
need|require|must|necessary|have to|mandatory|has to|obligatory|compulsory|essential|oblige|call for|needed|should, recommend|advise|should|suggest|advice|ought
force|oblige|require|make|compel|must|have to, refuse|reject|decline|deny|not accept|turn down|not accepted|not let in|not allowed|block
accept|take|agree|approve|welcome|recognise|recognize|accepted|support, support|accept|work with|compatible|take|test and support|handle|understand
pay|charge|cost|fee|bill|price|payment|settle|paid, charge|cost|fee|price|pay|levy|apply|collect|debit|bill|deduct|costs|apply to|add, bill|invoice|charge|billing
refund|pay back|money back|give back|return|reimburse|get back|credit|repay|paid back, credit|refund|pay into|give back|add to
deduct|take from|subtract|withhold|less|minus|take off, return|send back|give back|take back|come back|get back|go back|bring back|back|sent back
reverse|undo|cancel|roll back|take back|revert|turn back, restore|recover|get back|reopen|bring back|come back|return|back
cancel|call off|terminate|end|withdraw|void|stop|annul, void|cancel|invalidate|annul, revoke|withdraw|cancel|invalidate|disable|take back
invalid|not valid|no longer work|stop work|not work|no longer valid|void|expire|cannot be used|useless|not accepted|lose its validity
disable|switch off|turn off|deactivate|inactive|shut down|shut off|off|stop|shut|close down, enable|switch on|turn on|activate|on|active|set up|start
shut|close|not open|end, open|not close|available|staffed|accessible, buy|purchase|acquire|order|bought|get, sell|sale|offer|sold|market
send|dispatch|ship|mail|forward|pass|transmit|deliver|go|give|email|sent|goes|travel|submit|hand
receive|get|obtain|be sent|be given|arrive|be told|come|given|accept|sent to|receives
notify|inform|tell|announce|let know|email|send|notice|receive|alert|write to|warn|message|told
announce|tell|inform|notify|communicate|publish|let know|make known|notice, ask|request|apply|demand|seek|write|contact|call|inquire
contact|write|reach|ask|call|get in touch|email|tell, respond|answer|reply|react|return|response, answer|reply|respond|return|react|give, request|ask|call|demand|query
show|display|present|list|appear|visible|see|print|give|reveal|shown|view|contain|carry, see|view|look|read|find|check|shown|visible|display|show|access|know
look|check|see|search|find, check|verify|examine|inspect|control|test|validate|review|confirm|look, confirm|verify|approve|validate|acknowledge|accept
review|check|examine|look at|inspect|approve, choose|select|pick|opt|set|decide|choice|change, decide|determine|set|define|govern|choose|decision|reach
set|define|configure|specify|choose|enter|establish|put|fix|adjust, fix|fixed|set|constant|flat|cannot be changed
change|alter|modify|edit|adjust|update|switch|amend|vary|move|replace|convert, update|refresh|renew|change|revise|current, renew|extend|prolong|continue|renewal
extend|prolong|lengthen|longer|extra time|extension, replace|overwrite|substitute|instead|exchange|swap|supersede|take the place|new
move|transfer|switch|hand over|change|migrate|pass|go|carry over, hand over|transfer|pass on|pass|give|move|sync|send|share, transfer|hand over|move|pass|send|wire
carry over|move|roll over|transfer|forward|add, remove|delete|erase|wipe|take away|clear|drop|eliminate|no longer
delete|erase|remove|wipe|clear|purge|overwrite|disappear, create|make|generate|produce|build|new|set up|add|establish|write|issue
issue|create|give|make|send|grant|produce|write|get, grant|give|allow|award|receive, produce|create|generate|make|write
write|record|save|store|put|enter|log|in the form|create, record|log|register|note|write|keep|store|track|track of|hold
keep|store|save|retain|hold|remember|preserve|maintain|stay|stored|leave, store|keep|save|hold|retain|remember|host|record, remember|keep|store|save
add|attach|append|put|insert|include|enter|connect|more, attach|add|include|append|enclose, connect|link|join|attach|add|integrate|use|hook up
join|combine|link|connect|merge|together, combine|join|mix|together|use together|merge, split|divide|break|separate|part
collect|gather|take|debit|withdraw|charge|receive, withdraw|take|deduct|take back|remove|pull, release|free|give back|unlock|return|pay
hold|keep|retain|contain|have|stop|block|freeze|hold back|reserve, reserve|hold|keep|set aside|hold back|held, lock|block|freeze|close|suspend|shut
unlock|open|free|lift the lock|release, lift|remove|end|cancel|unlock|undo, suspend|pause|stop|block|interrupt|freeze|disable
pause|suspend|stop|interrupt|halt|hold|rest|delay, resume|continue|restart|go on|again|start again
exceed|go over|more than|above|larger than|over|higher than|beyond|surpass|go above
above|over|more than|exceed|higher|beyond|upwards|at least|from|greater|and up|or more|or higher|older, below|under|less than|lower|smaller|fewer|short of|beneath|that
at least|minimum|or more|no less|not less|from|min|lowest|smallest|or higher|upwards|or above|and above|or newer|more
at most|maximum|up to|no more|not more|max|limit|highest|largest|or less|no larger|no bigger|cannot be more|as many as|as much as|limited|exceed|most|hold|can have
limit|maximum|cap|ceiling|at most|up to|restrict|limited|only|allowance|max|quota, restrict|limit|only|reserved|confine, number|count|quantity|how many|amount|figure
amount|sum|total|how much|money|value|balance|figure, sum|amount|total, money|fund|amount|sum|cash|payment, balance|amount|money|fund|sum
total|whole|full|entire|all|complete|in all|altogether|overall|sum, whole|entire|full|complete|total|all, full|whole|complete|entire|in full|all|total|fully
part|portion|share|section|some, half an hour|30 minutes, hourly|every hour|each hour|per hour|an hour, seven days|7 days|a week|one week, weekly|every week|each week|per week|a week|once a week, monthly|every month|each month|per month|a month|once a month
annual|annually|yearly|a year|per year|every year|each year|twelve months|full year|calendar year|once a year, daily|every day|each day|per day|a day
quarterly|every quarter|each quarter|per quarter|three months, percent|per cent|percentage, fast|quick|rapid|speed|speedy|soon|swift, slow|long time|take longer
growing|increasing|rising|grow|increase|longer|rise, reduce|lower|decrease|cut|smaller|shorten|less, shorten|reduce|make shorter|cut|shorter
raise|increase|higher|lift|put up|more, big|large|great|huge|sizeable, small|little|minor|tiny|tiniest|smallest, new|fresh|another|newly|latest|newer|recent
current|present|now|currently|at present|presently|today|existing|at the moment, old|earlier|former|previous|prior|past|existing
outstanding|open|unpaid|due|pending|not paid|owed, pending|open|waiting|outstanding|not yet|unaccepted, due|payable|owed|must be paid|to be paid|have to pay|pay
late|overdue|delayed, fail|not succeed|unsuccessful|wrong|go wrong|failure|error|not work|break, wrong|incorrect|failed|false|mistaken|bad|faulty|invalid
correct|fix|right|repair|amend|rectify|accurate, faulty|defective|broken|damaged|wrong, repair|fix|mend|correct|restore
problem|issue|trouble|error|fault|difficulty|weakness, error|mistake|fault|code|wrong|problem, happen|occur|take place|arise|come about|carry out|be done
carry out|do|perform|conduct|make|run|execute|undertake|take place, perform|do|carry out|run|execute, consecutive|in a row|running|successive|one after another|straight
one after another|in turn|sequence|sequential|successive|consecutive|order, in turn|one by one|each, together|combined|in total|jointly|altogether, both|two|either|each
only|just|sole|exclusive|alone|merely|nobody but|no one but|nothing but|limit|except, exactly|precisely|just|only
about|around|roughly|approximately|approx|circa|some|nearly|almost, offline|without a connection|without connection|no connection|not online|disconnected
online|connect|internet|web, regardless|whatever|no matter|irrespective|independent of|on every|any|all
corresponding|matching|respective|relevant|associated|same|belonging|match, match|correspond|fit|agree|equal|line up
multiple|several|many|various|different|more than one|numerous, several|multiple|various|some|a few|many
person|people|someone|somebody|anyone|anybody|individual|who|whoever|one|whose|user|human, nobody|no one|none|not anyone|anyone|anybody|not anybody
everyone|everybody|all|each|every|whole, you|your|user|customer|person|one, staff|employee|team|colleague|worker|personnel|member, team|staff|employee|group
customer|client|user|you, shopper|buyer|purchaser, company|business|firm|enterprise|organisation|organization, software|program|app|application|system|tool
document|file|paper|page, image|photo|picture|graphic, film|movie|video, phone|telephone|mobile|call, email|mail|e-mail|inbox|mailbox|message
message|email|mail|note|notice|notification, notice|notification|message|warning|announcement|reminder, address|location|place|url, website|site|page|web
log in|login|sign in|sign-in|log on|signin|logging in|access|authenticate, log out|sign out|logout|sign-out, register|sign up|sign-up|enrol|registration|create an account
two-factor|2fa|two factor|second factor|mfa, text message|sms|text, identifier|id|number|identification, licence|license, organise|organize|arrange
synchronise|synchronize|sync|update|keep in step|copy|transfer, entry|record|item|line|row|element|result, list|table|listing|overview, result|outcome|answer|output
item|article|product, item|entry|element, setting|option|preference|configuration, option|choice|alternative|possibility
instead|rather|in place|alternative|in lieu|not|other, advantage|benefit|saving|save, rest|remaining|remainder|left|other
unused|not used|not been used|left over|remaining, use|employ|apply|utilise|utilize|through|via|with|by|work|by means|over|run
through|via|by|with|using|over|by means|by way|from|under|on, without|no|not|lack|free of|missing|with no|do not|does not
missing|lack|without|not there|absent|no|not have|not exist, lack|miss|without|no|not have, find|locate|discover|look up|search|see|stand|discovery
place|spot|location|site|position, position|place|location|spot, area|region|zone|territory, country|nation|state|land, abroad|foreign|other country, direction|way
both ways|both directions|either way|in both directions, way|method|means|manner|direction, method|way|means|mode, take|last|need|require|be|amount to
take effect|effective|apply|begin|start|come into force|valid|happen|kick in|take effect, arrive|come|reach|receive|due|get
leave|go|depart|travel|sent|go out|exit|abandon, travel|go|move|be sent|transport|go out|leave, wait|stay|remain|waiting|be kept|hold
deliver|bring|ship|hand over|send|delivery|arrive|be delivered, sort|order|arrange|sorting, wide|broad|everywhere, safe|secure|protected, secure|safe|protect|encrypted
require authentication|sign in, protect|secure|cover|guard|safeguard|protection, cover|insure|protect|include|pay for|liable, insure|cover, damage|harm|broken|destroy
lost|missing|gone|disappear, lose|lost|loss|not win|miss, win|successful|decided in your favour|in favour, legal|by law|lawful|statutory|law
law|legal|statute|legislation, term|period|duration|length|time|run|contract, period|time|term|duration|length|window|phase|within|interval|deadline
deadline|time limit|due|latest|cut-off|by the end|period|within|until, time|period|hour|date|when, duration|length|how long|time|last|lasts, date|day|time|when
version|edition|release, copy|duplicate|replica, combination|mix|combine, maximum|limit|at most|up to|most|largest|highest|cap
minimum|least|smallest|lowest|at least|shortest, rate|percentage|share|proportion, share|part|percentage|portion|proportion, price|cost|fee|charge|amount
value|worth|amount|figure, statistic|figure|number|data|metric, figure|number|statistic|value|amount|data, data|information|detail|record, information|data|detail|info
detail|information|data|particular, explain|describe|set out|say|tell|clarify, describe|explain|set out|define|say
mean|indicate|say|stand for|signify|tell|signal|show|means|if you see|denote|is about, say|state|tell|mean|indicate|according
consent|agree|permission|approval|approve|accept|allow, agree|consent|accept|approve, permission|right|consent|allow|authorisation|permit, responsible|in charge|liable
pass|hand|give|send|go|transfer, copy over|copied, increase|raise|grow|more|higher|rise, independent|separate|not depend|regardless|own
depend|vary|based on|according to|by, base|locate|situate|seat|headquarter, based on|from|according to|depends, affect|influence|effect|impact|touch|apply to|change
effect|impact|affect|influence, apply|hold|be valid|count|exist|there be|govern|in force|concern|affect|cover, count|apply|treat|regard|consider|include|be counted|number
treat|regard|consider|count|see as|deem|handle, consider|count|treat|regard|deem|see, handle|process|treat|deal with|answer|manage|take care
manage|handle|administer|control|run|edit, deal|handle|cope|manage, stick|attach|put|glue|place, put|place|set|add|stick|lay|insert|write
mark|label|carry|bear|tag|show|flag|identify, carry|bear|have|hold|contain|show|include|mark, bear|carry|show, begin with|start with|prefix
top up|add|recharge|fill|refill, top to bottom|in order|sequence, run|operate|work|go|function|last|use, operate|run|work|function, work|function|operate|run|usable
exceed|above, reach|arrive|hit|come to|get to|attain|go back|contact, go back|reach back|return|cover, go|travel|move|be sent|pass|run, attempt|try|tries|effort
try|attempt|retry|repeat, retry|try again|tried again|repeat|keep trying|try, repeat|again|retry|redo|same, reprint|print again|print, resend|send again|sent again
reuse|use again|used again, reopen|open again|restore, rename|change the name|name, oldest|earliest, newest|latest|most recent, highest|most|greatest|maximum
cheap|low-cost|inexpensive|lowest price, expensive|costly|dear, heavy|weigh|weight|heavier, long|length|duration|lengthy|takes, high|height|tall, wide|width
prove|proof|evidence|show|demonstrate, evidence|proof|document, publish|release|make public|go live|make visible|put online|appear
appear|show|turn up|be shown|come out|be visible|published, visible|see|shown|appear|display, hide|not show|conceal|invisible, load|open|run|start|import
download|fetch|get|save|retrieve, upload|send|submit|add, fetch|download|get|retrieve, submit|send|file|hand in|upload|enter
file|submit|make|hand in|send|lodge|raise|document, enter|type|input|put in|fill in|give|add|write, type|enter|kind|sort, fill|complete|enter
press|click|tap|push|choose|select|use, click|press|select, open|go to|access|visit|navigate|start, go to|open|visit|under, under|in|at|go to, desk|office
person in charge|responsible, lifetime|life|whole life, life|validity|lifetime|duration, validity|valid|life, customise|customize|custom|adapt
custom|own|customise|personalise|individual, personal|own|individual, own|your|private|individual|self|separate, public|open|everyone, attack|hijack|hack
leave out|skip|omit|not include|exclude|left out|ignore|miss, skip|leave out|omit|bypass|ignore|not need, exclude|without|leave out|not include|except|outside|no
ignore|skip|overlook, assign|allocate|give|set, quarterly|quarter, business day|working day|weekday, weekday|monday to friday|business day, weekend|saturday|sunday
public holiday|holiday|bank holiday, holiday|public holiday, europe|european, netherlands|dutch, germany|german, france|french, united kingdom|uk|british|britain
european union|eu, united states|us|usa|american
`
  .trim()
  .split(/,\s|\n/)
  .map((group) => group.split('|'));

export const retellings: readonly (readonly string[])[] = phraseGroups;

/**
 * Before the comma: words without a negation. After it: negated phrases with the same meaning. Only these may remove a
 * negation from a text.
 */
export const turnings: readonly (readonly [words: readonly string[], phrases: readonly string[]])[] = `
offline, without a connection|without connection|no connection|not online|not connected
unchanged|same|remain|stay, does not change|do not change|not change|will not change|not be changed
different|separate|independent|distinct, not the same|not equal
exclude|excluding|exclusive, without|not include|not included
end|expire|stop|lapse|lose, no longer|not any longer|not any more
reject|refuse|decline|turn down, not accept|not accepted
forbid|prohibit|ban, not allowed|not permitted|may not|must not|can not
leave out|omit|skip|ignore, not include|not included|not read|not need
closed|close|shut, not open|no longer open
disabled|inactive|switched off|turned off|deactivated, not active|no longer active|not enabled
missing|lack|absent, not there|not exist|do not have|does not have|has no|have no|there is no|without
incomplete, not complete|not finished
fail, not succeed|not work|does not work
free|gratis, cost nothing|costs nothing|no charge|no cost|no fee|no extra charge|no extra cost|without charge|not charged|not pay|need not pay|have to pay nothing
stay|remain|kept, not leave|do not leave|does not leave
outstanding|open|unpaid|pending, not paid|not yet paid|not been paid
late|overdue, not in time|not on time
`
  .trim()
  .split('\n')
  .map((line) => line.split(', '))
  .map(([words = '', phrases = '']) => [words.split('|'), phrases.split('|')] as const);
