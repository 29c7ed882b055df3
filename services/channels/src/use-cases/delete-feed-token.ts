import type { RequestContext } from '@lodging/kit-runtime';
import type { deleteFeedToken as operation } from '@lodging/contract-channels';
import type { RequestOf } from '@lodging/contract-wire';
import { ok, refuse } from '@lodging/kernel';
import type { FeedTokens, Occupancy } from './feed-ports.ts';
import { noFeedToken, noResource } from './feed-token-wire.ts';

interface Deps {
  readonly feedTokens: FeedTokens;
  readonly occupancy: Occupancy;
}

export function deleteFeedToken({ feedTokens, occupancy }: Deps) {
  return async (which: RequestOf<typeof operation>, ctx: RequestContext) => {
    if (await feedTokens.remove(ctx.tenantId, which)) return ok({ deleted: true as const });
    const known = await occupancy.hasResource(ctx, which.resourceId);
    return known ? refuse(...noFeedToken) : refuse(...noResource);
  };
}
