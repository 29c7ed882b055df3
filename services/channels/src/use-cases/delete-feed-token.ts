import type { deleteFeedToken as operation } from '@lodging/contract-channels';
import type { RequestOf } from '@lodging/contract-wire';
import { ok, refuse } from '@lodging/kernel';
import type { Call, FeedTokens, Occupancy } from './feed-ports.ts';
import { noFeedToken, noResource } from './feed-token-wire.ts';

interface Deps {
  readonly feedTokens: FeedTokens;
  readonly occupancy: Occupancy;
}

export function deleteFeedToken({ feedTokens, occupancy }: Deps) {
  return async (which: RequestOf<typeof operation>, call: Call) => {
    if (await feedTokens.remove(call.tenantId, which)) return ok({ deleted: true as const });
    const known = await occupancy.hasResource(call, which.resourceId);
    return known ? refuse(...noFeedToken) : refuse(...noResource);
  };
}
