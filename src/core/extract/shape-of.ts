import type { Shape } from '../bundle/known-shapes.ts';
import { code } from '../bundle/scan-json.ts';
import type { ExtensionNode, PathNode, PathTree } from './path-tree.ts';
import { placeOfExtension } from './walk.ts';

/**
 * Returns the shape of a record that contains only described fields, each once; null if the shape would not determine where its values
 * belong. `text`: valid JSON as Latin-1 text.
 */
export function shapeOf(text: string, tree: PathTree): Shape | null {
  return text.includes('\\') ? null : new ShapeFinder(text, tree).find();
}

/** Texts whose value determines the kind of record are part of its shape. */
const decisive: ReadonlySet<string> = new Set(['resourceType']);

class ShapeFinder {
  readonly #text: string;
  readonly #tree: PathTree;
  readonly #gaps: string[] = [];
  readonly #slots: number[] = [];
  readonly #found: { readonly values: (true | undefined)[]; readonly occurrences: Uint32Array };
  #counted = 0;
  #keys = 0;
  #at = 0;
  #gapStart = 0;
  #items = 0;

  constructor(text: string, tree: PathTree) {
    this.#text = text;
    this.#tree = tree;
    this.#found = { values: [], occurrences: new Uint32Array(tree.extensionCount) };
  }

  find(): Shape | null {
    if (!this.#object(this.#tree.root)) return null;
    this.#gaps.push(this.#text.slice(this.#gapStart));
    return { gaps: this.#gaps, slots: this.#slots, counted: this.#counted, keys: this.#keys };
  }

  /** Each of these methods skips one value and returns false if the shape would not determine where it belongs. */
  #object(node: PathNode): boolean {
    return this.#each((name) => {
      const field = node.fields.get(name);
      return field !== undefined && this.#value(field);
    });
  }

  #value(node: PathNode): boolean {
    switch (this.#text.charCodeAt(this.#at)) {
      case code.openObject:
        return this.#object(node);
      case code.openArray:
        return this.#array(node);
      case code.quote:
        return decisive.has(node.path) ? this.#literal() : this.#scalar(node.slot);
      default:
        return this.#scalar(node.slot);
    }
  }

  #array(node: PathNode): boolean {
    const { extensions, items } = node;
    if (extensions !== null) return this.#each(() => this.#extension(node.path, extensions));
    return items !== null && !node.repeated && this.#each(() => this.#item(items));
  }

  /** With several items whose values belong together, slots do not tell the items apart. */
  #item(items: PathNode): boolean {
    if (items.together && ++this.#items > 1) return false;
    return this.#value(items);
  }

  /** An extension with its address first and its value second. */
  #extension(path: string, known: ExtensionNode): boolean {
    let url: string | null = null;
    let names = 0;
    return (
      this.#each((name) => {
        names++;
        if (names === 1 && name === 'url') {
          const start = this.#at + 1;
          const passed = this.#literal();
          url = this.#text.slice(start, this.#at - 1);
          return passed;
        }
        const place = names === 2 && url !== null ? placeOfExtension(path, known, url, [name], this.#found) : null;
        return place !== null && this.#scalar(place.slot);
      }) && names === 2
    );
  }

  /** A text that is part of the shape. */
  #literal(): boolean {
    this.#counted++;
    const end = this.#text.indexOf('"', this.#at + 1) + 1;
    const passed = !/[^\x20-\x7e]/.test(this.#text.slice(this.#at, end));
    this.#at = end;
    return passed;
  }

  /** A value. One that is neither text nor number is part of the shape if nothing reads it. */
  #scalar(slot: number): boolean {
    this.#counted++;
    const isText = this.#text.charCodeAt(this.#at) === code.quote;
    const start = isText ? this.#at + 1 : this.#at;
    const end = isText ? this.#text.indexOf('"', start) : start + (/^[-+.\w]+/.exec(this.#text.slice(start, start + 400))?.[0].length ?? 0);
    this.#at = isText ? end + 1 : end;
    if (/^[a-z]/.test(this.#text.slice(start, start + 1)) && !isText) return slot === -1;
    if (end === start && !isText) return false;
    this.#gaps.push(this.#text.slice(this.#gapStart, start));
    this.#slots.push(slot);
    this.#gapStart = end;
    if (slot !== -1) this.#found.values[slot] = true;
    return true;
  }

  /** Skips an object's fields or an array's items. */
  #each(pass: (name: string) => boolean): boolean {
    this.#counted++;
    const isObject = this.#text.charCodeAt(this.#at) === code.openObject;
    const close = isObject ? code.closeObject : code.closeArray;
    this.#at++;
    for (;;) {
      this.#skipSpace();
      if (this.#text.charCodeAt(this.#at) === close) break;
      if (this.#text.charCodeAt(this.#at) === code.comma) this.#at++;
      this.#skipSpace();
      if (!pass(isObject ? this.#name() : '')) return false;
    }
    this.#at++;
    return true;
  }

  #name(): string {
    this.#keys++;
    const start = this.#at + 1;
    const end = this.#text.indexOf('"', start);
    this.#at = this.#text.indexOf(':', end) + 1;
    this.#skipSpace();
    return this.#text.slice(start, end);
  }

  #skipSpace(): void {
    while (' \n\r\t'.includes(this.#text.charAt(this.#at)) && this.#at < this.#text.length) this.#at++;
  }
}
