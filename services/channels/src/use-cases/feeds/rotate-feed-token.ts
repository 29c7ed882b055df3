import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { ROTATION_GRACE_HOURS, TOKEN_RANDOM_BYTES, writeToken } from '../../domain/feeds/feed-token.ts';
import type { FeedTokenRef, IssuedFeedToken } from '../../domain/feeds/feed-token.ts';
import { feedTokenNotFound, resourceNotFound } from '../../domain/refusals.ts';
import type { ChannelsDeps } from '../../ports/deps.ts';

export type RotateFeedTokenDeps = Pick<ChannelsDeps, 'feedTokens' | 'inventory' | 'randomBytes' | 'digest'>;

/** Adds a secret; earlier ones expire 24 hours later at most. */
export async function rotateFeedToken(
  { feedTokens, inventory, randomBytes, digest }: RotateFeedTokenDeps,
  ctx: RequestContext,
  token: FeedTokenRef,
): Promise<Result<IssuedFeedToken>> {
  const secret = writeToken(randomBytes(TOKEN_RANDOM_BYTES));
  const next = { digest: digest(secret), graceHours: ROTATION_GRACE_HOURS };
  const feedToken = await feedTokens.rotate(ctx.tenantId, token, next);
  if (feedToken !== undefined) return ok({ feedToken, secret });
  return (await inventory.hasResource(ctx, token.resourceId)) ? feedTokenNotFound() : resourceNotFound();
}
