export type FoundJson = { readonly json: unknown } | { readonly problem: string };

/** Local reasoning models think aloud first, often with braces. */
const thinking = /^\s*<think>[\s\S]*?<\/think>/;
const fence = /```(?:json)?\s*\n?([\s\S]*?)```/i;

function parse(text: string): FoundJson {
  try {
    return { json: JSON.parse(text) as unknown };
  } catch (error) {
    return { problem: `Not valid JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** From the first opening bracket to the last closing one of its kind. */
function bracketed(text: string): string | undefined {
  const start = text.search(/[{[]/);
  if (start < 0) return undefined;
  const end = text.lastIndexOf(text[start] === '{' ? '}' : ']');
  return text.slice(start, end < start ? undefined : end + 1);
}

/**
 * A reply, or what has come of it, without what a reasoning model thought aloud before it; empty while it still thinks.
 */
export function withoutThinking(reply: string): string {
  const text = reply.replace(thinking, '').trim();
  return text.startsWith('<think>') ? '' : text;
}

/**
 * The JSON value in a model's reply: the whole text, or what stands in a code fence, or what stands between the
 * outermost brackets of surrounding prose. Nothing is mended: a missing bracket or comma is the model's to correct.
 */
export function findJson(reply: string): FoundJson {
  const text = withoutThinking(reply);
  const candidates = [text, fence.exec(text)?.[1], bracketed(text)];
  let problem = 'The reply holds no JSON object.';
  for (const candidate of candidates) {
    if (candidate === undefined || !/[{[]/.test(candidate)) continue;
    const found = parse(candidate);
    if ('json' in found) return found;
    problem = found.problem;
  }
  return { problem };
}
