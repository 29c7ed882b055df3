import { ok } from '@lodging/kernel';
import { createFairSemaphore, OverShare, systemContext } from '@lodging/kit-runtime';
import { expect, it } from 'vitest';
import { writeToken } from '../../domain/feeds/feed-token.ts';
import type { FeedGrant } from '../../domain/feeds/feed-token.ts';
import { renderFeed } from './render-feed.ts';
import type { RenderFeedDeps } from './render-feed.ts';

const unused = (): never => {
  throw new Error('reading a feed does not use this');
};
const grantOf = (tenantId: string): FeedGrant => ({
  tenantId,
  livemode: true,
  feedTokenId: 'feed',
  resourceId: 'villa',
  excludeConnectionId: undefined,
  last: undefined,
  isRecentlyAccessed: false,
});

/** Feeds of two tenants, of which inventory answers for one alone. */
function makeFeeds() {
  const [busy, other] = [1, 2].map((byte) => writeToken(new Uint8Array(32).fill(byte)));
  const slow = Promise.withResolvers<void>();
  const requested: string[] = [];
  const deps: RenderFeedDeps = {
    feedTokens: {
      create: unused,
      list: unused,
      rotate: unused,
      delete: unused,
      hasConnection: unused,
      findGrant: async (digest) => grantOf(new TextDecoder().decode(digest) === busy ? 'busy' : 'other'),
      recordAccess: async () => Temporal.Instant.from('2027-03-01T12:00:00Z'),
    },
    inventory: {
      hasResource: unused,
      findResource: unused,
      replaceBlocks: unused,
      releaseBlocks: unused,
      async listOccupancy({ tenantId }) {
        requested.push(tenantId);
        if (tenantId === 'busy') await slow.promise;
        return ok({ resource: { name: 'Villa', timezone: 'Europe/Berlin' }, entries: [] });
      },
    },
    rendering: createFairSemaphore({ permits: 4, perKey: 2 }),
    digest: (text) => new TextEncoder().encode(text),
    textDigest: () => 'etag',
    clock: { now: () => Temporal.Instant.from('2027-03-01T12:00:00Z') },
    writeFeed: () => 'calendar',
  };
  const counted: string[] = [];
  const countFor = async (tenantId: string) => void counted.push(tenantId);
  const read = (token = '') => {
    const ctx = { ...systemContext('', true, { timeoutMs: 5_000 }), countFor };
    return renderFeed(deps, ctx, { token, knownEtags: [] });
  };
  return {
    readBusy: () => read(busy),
    readOther: () => read(other),
    requested,
    counted,
    answer: slow.resolve,
  };
}

it('feeds of a tenant that take long leave the others theirs, and are refused as its own', async () => {
  const { readBusy, readOther, requested, counted, answer } = makeFeeds();
  const flood = Array.from({ length: 12 }, readBusy);
  const refusals = Promise.allSettled(flood.slice(2));
  expect(await readOther()).toMatchObject({ ok: true, value: { body: 'calendar' } });
  expect(requested).toEqual(['busy', 'busy', 'other']);
  expect(counted).toEqual([...Array(12).fill('busy'), 'other']);
  for (const refused of await refusals) expect(refused).toMatchObject({ reason: expect.any(OverShare) });
  answer();
  expect((await Promise.all(flood.slice(0, 2))).map((read) => read.ok)).toEqual([true, true]);
});
