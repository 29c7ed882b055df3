import { OverShare } from '@lodging/kit-runtime';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ResourceConfig } from '../../domain/resources/resource.ts';
import { readLarge } from './versioned-read.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const resource = { id: 'resource', timezone: 'UTC' } as ResourceConfig;
const moved = { id: 'resource', timezone: 'Europe/Berlin' } as ResourceConfig;

it('large reads of a live tenant and its sandbox are in one share, beside which another tenant reads', async () => {
  const { promise, resolve } = Promise.withResolvers<{ resource: ResourceConfig }>();
  const hang = () => promise;
  const [live, sandbox] = ['live', 'sandbox'].map((tenantId) => ({ tenantId, ownerId: 'live' }));
  const other = { tenantId: 'other', ownerId: 'other' };
  if (live === undefined || sandbox === undefined) throw new Error('no readers');
  const hanging = [readLarge(live, resource, hang), readLarge(sandbox, resource, hang)];
  const late = expect(readLarge(sandbox, resource, hang)).rejects.toThrow(OverShare);
  expect(await readLarge(other, resource, async () => ({ resource }))).toEqual({ resource });
  await vi.advanceTimersByTimeAsync(5_001);
  await late;
  resolve({ resource });
  await Promise.all(hanging);
});

it('a large read is repeated in the time zone that the resource has moved to', async () => {
  const readAt = vi.fn(async () => ({ resource: moved }));
  const found = await readLarge({ tenantId: 'a', ownerId: 'a' }, resource, readAt);
  expect(found).toEqual({ resource: moved });
  expect(readAt.mock.calls).toEqual([[resource], [moved]]);
});
