/** What a semicolon inside ends nothing: comments, strings, names in quotes, bodies between dollars. */
const token =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\b[eE]'(?:\\[\s\S]|''|[^'\\])*'|'(?:''|[^'])*'|"(?:""|[^"])*"|\$(\w*)\$[\s\S]*?\$\1\$|[\w$]+|[\s\S]/g;
const comment = /^(?:--|\/\*)/;

/**
 * The statements of a migration in order, each with the comments before it and without its semicolon. Joined by
 * semicolons they are the text again. Comments in comments and SQL bodies without dollars (BEGIN ATOMIC) are not told
 * apart; no migration has them.
 */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let piece = '';
  let says = false;
  const end = () => {
    if (says) statements.push(piece.trim());
    piece = '';
    says = false;
  };
  for (const [found] of text.matchAll(token)) {
    if (found === ';') {
      end();
      continue;
    }
    piece += found;
    says ||= !comment.test(found) && found.trim() !== '';
  }
  end();
  return statements;
}
