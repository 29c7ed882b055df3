import type { RequestContext } from '@lodging/kit-runtime';
import type { listFeedTokens as operation } from '@lodging/contract-channels';
import type { RequestOf } from '@lodging/contract-wire';
import { ok, refuse } from '@lodging/kernel';
import type { FeedTokens, Occupancy } from './feed-ports.ts';
import { noResource, writeFeedToken } from './feed-token-wire.ts';

interface Deps {
  readonly feedTokens: FeedTokens;
  readonly occupancy: Occupancy;
}

export function listFeedTokens({ feedTokens, occupancy }: Deps) {
  return async ({ resourceId }: RequestOf<typeof operation>, ctx: RequestContext) => {
    const found = await feedTokens.list(ctx.tenantId, resourceId);
    // Resources are never deleted, so one with a token is there.
    if (found.length === 0 && !(await occupancy.hasResource(ctx, resourceId))) return refuse(...noResource);
    return ok({ feedTokens: found.map(writeFeedToken) });
  };
}
