import { describe, expect, test } from 'vitest';
import type { PageAddress } from '../../../src/core/client/links.ts';
import { hasSameContent } from '../../../src/core/sync/page-content.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';

const path = '/external/MedicationStatement';
const address: PageAddress = { url: new URL(`https://service.test${path}?researchstudy=22-001&page=1`), study: '22-001', category: null };

interface Content {
  readonly base?: string;
  readonly next?: number;
  readonly lastUpdated?: string;
}

function bodyOf(ids: readonly string[], { base = `https://service.test${path}`, next, lastUpdated = '08:00' }: Content = {}): Buffer {
  const link = next === undefined ? [] : [{ relation: 'next', url: `${base}?researchstudy=22-001&page=${String(next)}` }];
  const entry = ids.map((id) => ({ resource: { resourceType: 'MedicationStatement', id } }));
  return Buffer.from(JSON.stringify({ resourceType: 'Bundle', type: 'searchset', meta: { lastUpdated }, link, entry }));
}

const isSame = (sent: Buffer, stored: Buffer): boolean => hasSameContent(sent, stored, datasets.medications, address);

describe('the content of a page', () => {
  test('is the same whatever the time of day in the Bundle, and another with another record or order', () => {
    expect(isSame(bodyOf(['a', 'b'], { lastUpdated: '09:00' }), bodyOf(['a', 'b']))).toBe(true);
    expect(isSame(bodyOf(['b', 'a']), bodyOf(['a', 'b']))).toBe(false);
  });

  test('is another once a page follows', () => {
    expect(isSame(bodyOf(['a'], { next: 2 }), bodyOf(['a']))).toBe(false);
    expect(isSame(bodyOf(['a'], { next: 2 }), bodyOf(['a'], { next: 2 }))).toBe(true);
  });

  test('of a stored page that cannot be read is an error, as nothing was compared', () => {
    expect(() => isSame(bodyOf(['a']), Buffer.from('{'))).toThrow(expect.objectContaining({ code: 'PROTOCOL' }));
  });

  test('is another than that stored when the service had another address, which is no attack of the service', () => {
    const stored = bodyOf(['a'], { base: 'https://service.test/earlier/MedicationStatement', next: 2 });
    expect(isSame(bodyOf(['a'], { next: 2 }), stored)).toBe(false);
    expect(() => isSame(stored, bodyOf(['a'], { next: 2 }))).toThrow(expect.objectContaining({ code: 'SECURITY' }));
  });
});
