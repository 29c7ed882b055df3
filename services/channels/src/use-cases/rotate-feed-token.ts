import type { RequestContext } from '@lodging/kit-runtime';
import type { rotateFeedToken as operation } from '@lodging/contract-channels';
import type { RequestOf } from '@lodging/contract-wire';
import { ok, refuse } from '@lodging/kernel';
import { ROTATION_GRACE_HOURS, TOKEN_RANDOM_BYTES, writeToken } from '../domain/feed-token.ts';
import type { Digest, FeedTokens, Occupancy, RandomBytes } from './feed-ports.ts';
import { noFeedToken, noResource, writeIssuedToken } from './feed-token-wire.ts';

interface Deps {
  readonly feedTokens: FeedTokens;
  readonly occupancy: Occupancy;
  readonly random: RandomBytes;
  readonly digest: Digest;
}

export function rotateFeedToken({ feedTokens, occupancy, random, digest }: Deps) {
  return async ({ publicUrl, ...which }: RequestOf<typeof operation>, ctx: RequestContext) => {
    const token = writeToken(random(TOKEN_RANDOM_BYTES));
    const next = { digest: digest(token), graceHours: ROTATION_GRACE_HOURS };
    const rotated = await feedTokens.rotate(ctx.tenantId, which, next);
    if (rotated !== undefined) return ok(writeIssuedToken(rotated, publicUrl, token));
    const known = await occupancy.hasResource(ctx, which.resourceId);
    return known ? refuse(...noFeedToken) : refuse(...noResource);
  };
}
