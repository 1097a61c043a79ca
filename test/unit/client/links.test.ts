import { describe, expect, test } from 'vitest';
import { AppError } from '../../../src/shared/errors.ts';
import { judgeLinks, type PageAddress } from '../../../src/core/client/links.ts';

const path = '/svc-apim/external/v2/crit/svc/api/observation';
const asked: PageAddress = {
  url: new URL(`https://good.example.org${path}?researchstudy=22-001&category=laboratory`),
  study: '22-001',
  category: 'laboratory',
};
const query = 'researchstudy=22-001&category=laboratory';

function next(url: string) {
  return judgeLinks([{ relation: 'next', url }], asked).next;
}
function refusal(url: string, relation = 'next'): string {
  try {
    judgeLinks([{ relation, url }], asked);
    return 'accepted';
  } catch (error: unknown) {
    return error instanceof AppError ? error.code : 'other';
  }
}

describe('a next link is only read for its page number', () => {
  test.each([
    [`https://good.example.org${path}?${query}&page=2`],
    [`https://good.example.org${path.replace('observation', 'Observation')}?page=2&${query}`],
    [`https://good.example.org${path}/?${query}&page=2`],
    [`http://good.example.org${path}?${query}&page=2`],
    [`https://evil.example.org:8443${path}?${query}&page=2`],
    [`https://good@evil.example.org${path}?${query}&page=2`],
    [`https://gооd.example.org${path}?${query}&page=2`],
    [`//evil.example.org${path}?${query}&page=2`],
    [`?${query}&page=2`],
    [`${path}?${query}&page=%32`],
  ])('%s', (url) => {
    expect(next(url)).toEqual({ kind: 'page', page: 2 });
  });

  test.each([
    [8192, { kind: 'page', page: 2 }],
    [8193, { kind: 'unreadable' }],
  ])('if it has %i characters: %j', (length, expected) => {
    const url = `${path}?${query}&page=2&pad=`;
    expect(next(url.padEnd(length, 'x'))).toEqual(expected);
  });

  test.each([
    ['1', { kind: 'page', page: 1 }],
    ['0', { kind: 'impossible' }],
    ['9007199254740991', { kind: 'page', page: Number.MAX_SAFE_INTEGER }],
    ['9007199254740992', { kind: 'impossible' }],
  ])('page %s is %j', (page, expected) => {
    expect(next(`${path}?${query}&page=${page}`)).toEqual(expected);
  });

  test('notes a foreign host', () => {
    expect(judgeLinks([{ relation: 'next', url: `https://evil.example.org${path}?${query}&page=2` }], asked).foreign).toBe(true);
    expect(judgeLinks([{ relation: 'next', url: `https://good.example.org${path}?${query}&page=2` }], asked).foreign).toBe(false);
  });
});

describe('a link without a page number is unreadable', () => {
  test.each([
    [`https://good.example.org${path}?${query}`],
    [`https://good.example.org${path}?${query}&page=`],
    [`https://good.example.org${path}?${query}&page=abc`],
    [`https://good.example.org${path}?${query}&page=1.5`],
    ['//evil/x'],
    ['\\\\evil'],
    ['file:///etc/passwd'],
    ['data:text/html,x'],
    ['https://['],
    [`https://good.example.org${path}?${query}&pad=${'x'.repeat(9000)}&page=2`],
  ])('%s', (url) => {
    expect(next(url)).toEqual({ kind: 'unreadable' });
  });
});

describe('a page number that no following page can have is impossible', () => {
  test.each([['page=0'], ['page=-2'], ['page=2&page=3'], ['page=2&page=2'], ['page=99999999999999999999']])('%s', (page) => {
    expect(next(`https://good.example.org${path}?${query}&${page}`)).toEqual({ kind: 'impossible' });
  });

  test('two last links, one of which has no page', () => {
    const of = (...urls: readonly string[]) =>
      judgeLinks(
        urls.map((url) => ({ relation: 'last', url })),
        asked,
      ).last;
    const [readable, unreadable] = [`${path}?${query}&page=2`, `${path}?${query}`];
    expect(of(readable, unreadable)).toEqual({ kind: 'impossible' });
    expect(of(readable, readable)).toEqual({ kind: 'page', page: 2 });
    expect(of(unreadable, unreadable)).toEqual({ kind: 'unreadable' });
  });

  test('two next links with different pages', () => {
    const links = [2, 3].map((page) => ({ relation: 'next', url: `${path}?${query}&page=${page}` }));
    expect(judgeLinks(links, asked).next).toEqual({ kind: 'impossible' });
  });
});

describe('a link to another search is an attack', () => {
  test.each([
    [`https://good.example.org${path}?researchstudy=22-002&category=laboratory&page=2`],
    [`https://good.example.org${path}?researchstudy=22-001&researchstudy=22-002&category=laboratory&page=2`],
    [`https://good.example.org${path}?ResearchStudy=22-002&category=laboratory&page=2`],
    [`https://good.example.org${path}?researchstudy=22-001&category=vital-signs&page=2`],
    [`https://good.example.org${path.replace('observation', 'Group')}?${query}&page=2`],
    [`https://good.example.org/v3${path}?${query}&page=2`],
    [`https://good.example.org${path.toUpperCase()}?${query}&page=2`],
    [`//evil.example.org/x?page=2`],
    [`file:///etc/passwd?page=2`],
  ])('%s', (url) => {
    expect(refusal(url)).toBe('SECURITY');
  });

  test.each([['self'], ['first'], ['last']])('also in the %s link', (relation) => {
    expect(refusal(`https://good.example.org${path}?researchstudy=22-002&category=laboratory&page=1`, relation)).toBe('SECURITY');
  });

  test('to another endpoint, although it has no page number, unless it leads away', () => {
    expect(refusal('https://good.example.org/other', 'self')).toBe('SECURITY');
    expect(refusal('https://good.example.org/other', 'next')).toBe('accepted');
    expect(refusal('https://evil.example.org/other', 'self')).toBe('accepted');
    expect(refusal('data:text/html,x', 'self')).toBe('accepted');
  });

  test('of a category where none was asked for', () => {
    const all = { ...asked, category: null };
    const judge = (url: string) => () => judgeLinks([{ relation: 'next', url }], all);
    expect(judge(`${path}?researchstudy=22-001&page=2`)).not.toThrow();
    expect(judge(`${path}?researchstudy=22-001&category=x&page=2`)).toThrow(
      expect.objectContaining({ code: 'SECURITY', message: expect.stringMatching(/a "next" link to a different category than/) }),
    );
  });

  test('ignores a relation that the interface does not list', () => {
    expect(refusal('https://evil.example.org/other?researchstudy=22-002&page=9', 'related')).toBe('accepted');
  });
});

test('without links there is no next and no last page', () => {
  expect(judgeLinks([], asked)).toEqual({ next: { kind: 'none' }, last: { kind: 'none' }, foreign: false });
});
