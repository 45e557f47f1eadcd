/** What went wrong, as reported by the server: a code of its closed set, and what to do about it. */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly code: string;
  readonly remedy: string;

  constructor(code: string, message: string, remedy: string) {
    super(message);
    this.code = code;
    this.remedy = remedy;
  }
}

/** Returns the first error of a GraphQL response, or undefined if there is none. */
export function faultIn(body: unknown): Fault | undefined {
  const [first] = listOf(fieldOf(body, 'errors'));
  if (first === undefined) return undefined;
  const extensions = fieldOf(first, 'extensions');
  return new Fault(
    asText(fieldOf(extensions, 'code')) || 'INTERNAL',
    asText(fieldOf(first, 'message')),
    asText(fieldOf(extensions, 'remedy')),
  );
}

/** Returns the first correctable error in the payload of a mutation, or undefined if there is none. */
export function refusalIn(body: unknown): Fault | undefined {
  const payloads = Object.values((fieldOf(body, 'data') ?? {}) as Record<string, unknown>);
  const [first] = payloads.flatMap((payload) => listOf(fieldOf(payload, 'errors')));
  if (first === undefined) return undefined;
  const [code, message, remedy] = ['code', 'message', 'remedy'].map((name) => asText(fieldOf(first, name)));
  return new Fault(code ?? '', message ?? '', remedy ?? '');
}

export const unreachable = (): Fault => new Fault('UNREACHABLE', '', '');

/** The fault behind an exception: a client of streams throws whatever the server answered instead of one. */
export async function faultOf(error: unknown): Promise<Fault> {
  if (error instanceof Fault) return error;
  const response = fieldOf(error, 'response');
  if (!(response instanceof Response)) return unreachable();
  const body: unknown = await response.json().catch(() => undefined);
  return faultIn(body) ?? unreachable();
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
