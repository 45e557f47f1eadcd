const shapes: readonly RegExp[] = [
  /\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>)]+/gi,
  /\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/g,
  /(?:\blocalhost|::1|\b[\w-]+(?:\.[\w-]+)+):\d{2,5}\b/gi,
];

/** A message about a model or a database without the addresses of servers. Those who write such messages leave them out; this is the second fence. */
export function withoutAddresses(text: string): string {
  return shapes.reduce((rest, shape) => rest.replace(shape, '[address]'), text);
}
