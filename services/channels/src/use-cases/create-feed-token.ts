import type { RequestContext } from '@lodging/kit-runtime';
import type { createFeedToken as operation } from '@lodging/contract-channels';
import type { RequestOf } from '@lodging/contract-wire';
import { ok, refuse } from '@lodging/kernel';
import type { Clock, NewId } from '@lodging/kernel';
import { TOKEN_RANDOM_BYTES, writeToken } from '../domain/feed-token.ts';
import type { Digest, FeedTokens, Occupancy, RandomBytes } from './feed-ports.ts';
import { noResource, writeIssuedToken } from './feed-token-wire.ts';

interface Deps {
  readonly feedTokens: FeedTokens;
  readonly occupancy: Occupancy;
  readonly random: RandomBytes;
  readonly digest: Digest;
  readonly clock: Clock;
  readonly newId: NewId;
}

export function createFeedToken({ feedTokens, occupancy, random, digest, clock, newId }: Deps) {
  return async (request: RequestOf<typeof operation>, ctx: RequestContext) => {
    const { resourceId, name = null, excludeConnectionId, publicUrl } = request;
    const { tenantId, livemode } = ctx;
    if (!(await occupancy.hasResource(ctx, resourceId))) return refuse(...noResource);
    if (
      excludeConnectionId !== undefined &&
      !(await feedTokens.ownsConnection(tenantId, excludeConnectionId))
    )
      return refuse('connection_not_found', 'There is no such channel connection.');
    const token = writeToken(random(TOKEN_RANDOM_BYTES));
    const record = { id: newId(), resourceId, name, createdAt: clock.now(), lastAccessedAt: null };
    await feedTokens.add(tenantId, { ...record, livemode, excludeConnectionId }, digest(token));
    return ok(writeIssuedToken(record, publicUrl, token));
  };
}
