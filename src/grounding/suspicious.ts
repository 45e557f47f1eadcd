/** Orders to whoever reads for the asker. Documents speak about their subject; these speak to a model. */
const orders = [
  /(?<!\b(?:not|never|don['’]t|must|may|shall|can) )\b(?:ignore|disregard|forget|override)\s(?:[^.!?]{0,40}\s)?(?:(?:all|any|your|the|previous|prior|above|earlier|these|those|my)\s+)+(?:instructions?|prompts?|rules|context|messages?|text)\b/i,
  /\b(?:ignore|disregard|forget)\s+(?:everything|all|anything|whatever)\s+(?:that\s+)?(?:is\s+|was\s+|came\s+|said\s+)?(?:above|before|earlier|previously)\b/i,
  /\b(?:you are|act as|pretend to be)\b.{0,30}\b(?:assistant|chatbot|language model|AI|DAN)\b/i,
  /\b(?:system prompt|developer message|jailbreak)\b/i,
  /<\/?(?:system|assistant|passage|instructions?)\b[^>]*>/i,
  /\b(?:when|if) (?:asked|answering|you (?:are asked|answer|respond))\b.{0,60}\b(?:say|answer|reply|respond|output)\b/i,
];

/** Whether a passage seems to give orders to a model or an assistant. A suspicion for people to look at: nothing in a passage is followed in any case. English. */
export function suspicious(text: string): boolean {
  return orders.some((order) => order.test(text));
}
