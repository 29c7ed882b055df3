import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emptyModel } from '../machine/model.ts';
import type { Model } from '../machine/model.ts';
import { storedStay } from './stored-stay.ts';

const NOW = Date.parse('2027-05-03T09:00:00Z');
const HOUR_MS = 60 * 60 * 1000;
const stay: Model = { ...emptyModel(null), stage: 'payment', email: 'ada@example.com' };

let items: Map<string, string>;
beforeEach(() => {
  items = new Map();
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal('localStorage', {
    get length() {
      return items.size;
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('removes stays that are too old at the start, those of other resources too', () => {
  storedStay('api key one').write(stay);
  storedStay('api key two').write({ ...stay, stage: 'confirmed' });
  items.set('lodging-booking broken', '{');
  items.set('of the page', 'kept');
  vi.setSystemTime(NOW + 2 * HOUR_MS);
  storedStay('api key three');
  expect([...items.keys()]).toEqual(['lodging-booking api key one', 'of the page']);
  vi.setSystemTime(NOW + 25 * HOUR_MS);
  storedStay('api key three');
  expect([...items.keys()]).toEqual(['of the page']);
});

it('leaves what another version of the component has written lately', () => {
  const other = JSON.stringify({ version: 1, at: NOW, model: { stage: 'email' } });
  items.set('lodging-booking api key one', other);
  expect(storedStay('api key one').read()).toBeNull();
  expect(items.get('lodging-booking api key one')).toBe(other);
});

it('does without storage', () => {
  vi.stubGlobal('localStorage', undefined);
  const stored = storedStay('api key one');
  stored.write(stay);
  expect(stored.read()).toBeNull();
});

it('does without locks that the browser denies, and asks for the stay once', async () => {
  const deny = () => Promise.reject(new DOMException('denied', 'SecurityError'));
  vi.stubGlobal('navigator', { locks: { request: deny } });
  expect(await storedStay('api key one').alone(() => Promise.resolve('held'))).toBe('held');
  const grant = (_name: string, _options: object, work: (lock: object) => Promise<unknown>) => work({});
  vi.stubGlobal('navigator', { locks: { request: grant } });
  const work = vi.fn(() => Promise.reject(new Error('broken')));
  await expect(storedStay('api key one').alone(work)).rejects.toThrow('broken');
  expect(work).toHaveBeenCalledOnce();
});

it('after another tab had the lock, sees what that one has written a moment late', async () => {
  const request = (_name: string, ...given: [object, (lock: null) => unknown] | [() => unknown]) =>
    Promise.resolve(given.length === 2 ? given[1](null) : given[0]());
  vi.stubGlobal('navigator', { locks: { request } });
  const stored = storedStay('api key one');
  const seen = stored.alone(() => Promise.resolve(stored.read()));
  setTimeout(() => stored.write(stay), 100);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await seen).toEqual(stay);
});
