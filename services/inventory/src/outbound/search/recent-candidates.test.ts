import { expect, it } from 'vitest';
import { createRecentCandidates } from './recent-candidates.ts';

const recent = { candidates: [], more: null, resources: new Map(), weight: 10 };
const all = { ratePlanCodes: undefined, pageSize: 1_001 };

it('knows what was made of the same text, for pages of the same size', () => {
  const cache = createRecentCandidates();
  cache.set('one\t1', all, recent);
  expect(cache.get(['one', '1'].join('\t'), all)).toMatchObject(recent);
  expect(cache.get('one\t2', all)).toBeUndefined();
  expect(cache.get('one\t1', { ...all, pageSize: 1_000 })).toBeUndefined();
});

it('keeps nothing of a search by rate plans, without candidates, or with many prices', () => {
  const cache = createRecentCandidates();
  const flexible = { ...all, ratePlanCodes: ['flex'] };
  cache.set('one\t1', flexible, recent);
  cache.set(null, all, recent);
  cache.set('two\t1', all, { ...recent, weight: 10_001 });
  for (const text of ['one\t1', 'two\t1', null]) expect(cache.get(text, all)).toBeUndefined();
});

it('keeps the eight texts that were used last', () => {
  const cache = createRecentCandidates();
  for (let nth = 0; nth < 8; nth += 1) cache.set(`text ${nth}`, all, recent);
  cache.get('text 0', all);
  cache.set('text 8', all, recent);
  expect(cache.get('text 1', all)).toBeUndefined();
  expect(cache.get('text 0', all)).toBeDefined();
});
