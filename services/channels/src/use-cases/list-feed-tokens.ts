import type { listFeedTokens as operation } from '@lodging/contract-channels';
import type { RequestOf } from '@lodging/contract-wire';
import { ok, refuse } from '@lodging/kernel';
import type { Call, FeedTokens, Occupancy } from './feed-ports.ts';
import { noResource, writeFeedToken } from './feed-token-wire.ts';

interface Deps {
  readonly feedTokens: FeedTokens;
  readonly occupancy: Occupancy;
}

export function listFeedTokens({ feedTokens, occupancy }: Deps) {
  return async ({ resourceId }: RequestOf<typeof operation>, call: Call) => {
    const found = await feedTokens.list(call.tenantId, resourceId);
    // Resources are never deleted, so one with a token is there.
    if (found.length === 0 && !(await occupancy.hasResource(call, resourceId))) return refuse(...noResource);
    return ok({ feedTokens: found.map(writeFeedToken) });
  };
}
