/**
 * Words and phrases that tell the same in a sentence told in other words; a comma parts groups, `|` the entries of one.
 * Wider than `synonyms.ts`, whose words may be exchanged in a copy: here the rest of the sentence is told anew. General
 * English only, no word of any one subject; nouns of things are few, for another thing is another claim.
 */
const groups = `
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

export const retellings: readonly (readonly string[])[] = groups;

/** Words without a negation, before the comma, for phrases with one: only these take a negation away from a text. */
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
