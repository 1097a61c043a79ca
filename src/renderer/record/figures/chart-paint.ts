/**
 * Returns the markup of a drawing with the values of the tokens that its shapes are painted with. Only whole `fill` and `stroke` attributes
 * are replaced: a text of the data may read `var(--…)` too. The markup must be serialized as XML, where `<`, `>` and `"` cannot stand for
 * themselves in texts and values. Throws TypeError on an unknown token.
 */
export function paintedWith(markup: string, tokens: ReadonlyMap<string, string>): string {
  return markup.replaceAll(/<[^>]+>/g, (tag) =>
    tag.replaceAll(/ (fill|stroke)="var\((--[\w-]+)\)"/g, (_all, attribute: string, name: string) => {
      const value = tokens.get(name);
      if (value === undefined) throw new TypeError(`The chart uses ${name}, which is no token.`);
      return ` ${attribute}="${value}"`;
    }),
  );
}
