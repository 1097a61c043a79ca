/** The values of the design's tokens in the light theme, whichever is shown: those of `:root` in the style sheets of the page. */
export function lightTokens(page: Document): ReadonlyMap<string, string> {
  const tokens = new Map<string, string>();
  for (const sheet of page.styleSheets) collect([...sheet.cssRules], tokens);
  return tokens;
}

function collect(rules: readonly CSSRule[], tokens: Map<string, string>): void {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule && rule.selectorText === ':root') {
      for (const name of rule.style) if (name.startsWith('--')) tokens.set(name, rule.style.getPropertyValue(name).trim());
    } else if (rule instanceof CSSGroupingRule) collect([...rule.cssRules], tokens);
  }
}
