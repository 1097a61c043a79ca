/** Inputs that take no text: a key that they do not answer themselves keeps its meaning. */
const withoutText = new Set(['checkbox', 'radio', 'button', 'range', 'file']);

/** Whether a key pressed there is text, and no command. */
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !withoutText.has(target.type);
  return target instanceof HTMLElement && (target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName));
}
