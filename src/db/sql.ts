/** The place of a value in a statement. The same name is the same `$n`, however often it stands in the text. */
export interface Parameter<Value = unknown> {
  readonly parameter: string;
  /** Never there: it carries the type. */
  readonly value?: Value;
}

/** The places of named values, as the builder of a statement takes them apart; every statement has the workspace's. */
export type Named<Values> = { readonly [Name in keyof Values]: Parameter<Values[Name]> } & {
  readonly workspaceId: Parameter<string>;
};

/** A piece of SQL with places for values; statements and other pieces are composed of it. */
export interface SqlFragment {
  readonly pieces: readonly (string | Parameter)[];
}

/** SQL as it is written. Only places of values and other fragments are inserted: a caller's text never gets into it. */
export function sql(texts: TemplateStringsArray, ...inserted: readonly (Parameter | SqlFragment)[]): SqlFragment {
  const pieces = texts.flatMap((text, index) => {
    const next = inserted[index];
    if (next === undefined) return [text];
    return 'pieces' in next ? [text, ...next.pieces] : [text, next];
  });
  return { pieces };
}

/** The name of a table or of an alias, chosen by the code. @throws TypeError for anything that is no plain name */
export function identifier(name: string): SqlFragment {
  if (!/^[a-z_]+$/.test(name)) throw new TypeError(`"${name}" is no plain name of a table`);
  return { pieces: [name] };
}

/**
 * A fragment's text with `$1` for the workspace and `$2` onwards for the other values, and their names in that order.
 */
export function compose<Values>(build: (values: Named<Values>) => SqlFragment): {
  readonly text: string;
  readonly names: readonly string[];
} {
  const names = ['workspaceId'];
  const places = new Proxy({} as Named<Values>, { get: (_, name) => ({ parameter: String(name) }) });
  const texts = build(places).pieces.map((piece) => {
    if (typeof piece === 'string') return piece;
    if (!names.includes(piece.parameter)) names.push(piece.parameter);
    return `$${names.indexOf(piece.parameter) + 1}`;
  });
  return { text: texts.join(''), names };
}
