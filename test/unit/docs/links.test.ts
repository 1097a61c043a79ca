import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryFolder } from '../../../scripts/runtime/repository.ts';

const documents = globSync(['*.md', 'docs/**/*.md', 'clients/**/*.md'], { cwd: repositoryFolder }).map((path) =>
  path.replaceAll('\\', '/'),
);
const read = (path: string): string => readFileSync(join(repositoryFolder, path), 'utf8');

/** The anchors of a document, as forges make them of its headings. */
function anchorsOf(path: string): readonly string[] {
  return [...read(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

const links = documents.flatMap((document) =>
  [...read(document).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([, path = '', anchor = '']) => ({
    document,
    target: path === '' ? document : normalize(join(dirname(document), path)),
    anchor,
  })),
);

test.each(links)('$document links to $target#$anchor, which exists', ({ target, anchor }) => {
  expect(existsSync(join(repositoryFolder, target))).toBe(true);
  if (anchor !== '') expect(anchorsOf(target)).toContain(anchor);
});
