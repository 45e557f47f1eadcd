/** Words that a copy may exchange without saying something else. Small: each entry is a place where a change is not seen. */
const groups = [
  'purchase buy', 'begin start commence', 'end finish conclude', 'need require requires', 'customer client', 'receive get', 'reply answer respond', 'show display', 'choose select pick', 'fee charge cost price', 'contain include includes',
  'big large', 'quick fast rapid', 'about approximately roughly around', 'each every per', 'also additionally', 'use employ', 'help assist', 'located situated', 'film movie', 'car automobile', 'due owing', 'made created', 'built constructed',
  'because since', 'however but', 'while whereas', 'must shall', 'can could', 'people persons individuals', 'email e-mail mail', 'shop store', 'photo picture image', 'phone telephone', 'create make', 'delete remove', 'change alter modify',
  'happen occur', 'complete finish', 'return send', 'allow permit', 'forbid prohibit', 'obtain get', 'provide give offer', 'lasts takes', 'costs charged', 'within inside', 'until till', 'among amongst', 'apply applies', 'valid good', 'maximum limit',
  'rental hire rent', 'booking reservation', 'start beginning', 'cancel terminate', 'immediately instantly', 'yearly annual annually', 'day daily', 'month monthly', 'week weekly', 'year yearly annual', 'hour hourly', 'named called', 'famous well-known', 'issue problem', 'free gratis', 'staff employees', 'sent delivered', 'several multiple', 'document file', 'minimum smallest lowest least', 'maximum largest highest biggest greatest most', 'additional further extra more', 'newer later', 'minus less', 'now currently presently', 'due payable', 'earlier previous former', 'afterwards later then', 'respond reply react', 'own have possess', 'work function operate', 'stop cease', 'instead rather', 'remain stay', 'run last take', 'lift remove', 'see view show', 'parcel consignment shipment', 'wait stay', 'sum amount', 'fee surcharge charge', 'come arrive', 'error code', 'mailbox email', 'price cost', 'money funds', 'period window', 'mistake error', 'bike bicycle', 'journey trip',
].map((group) => group.split(' '));

const groupsOf = new Map<string, readonly string[][]>();
for (const group of groups) for (const word of group) groupsOf.set(word, [...groupsOf.get(word) ?? [], group]);

export function isSynonym(left: string, right: string): boolean {
  return rootsOf(left).some((root) => (groupsOf.get(root) ?? []).some((group) => rootsOf(right).some((other) => group.includes(other))));
}

function rootsOf(word: string): string[] {
  return [word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ed$/, ''), word.replace(/d$/, ''), word.replace(/ing$/, ''), word.replace(/ies$/, 'y')];
}
