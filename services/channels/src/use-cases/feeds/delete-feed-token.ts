import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { FeedTokenRef } from '../../domain/feeds/feed-token.ts';
import { feedTokenNotFound, resourceNotFound } from '../../domain/refusals.ts';
import type { ChannelsDeps } from '../../ports/deps.ts';

export type DeleteFeedTokenDeps = Pick<ChannelsDeps, 'feedTokens' | 'inventory'>;

/** Ends all secrets of the token at once. */
export async function deleteFeedToken(
  { feedTokens, inventory }: DeleteFeedTokenDeps,
  ctx: RequestContext,
  token: FeedTokenRef,
): Promise<Result<{ readonly deleted: true }>> {
  if (await feedTokens.delete(ctx.tenantId, token)) return ok({ deleted: true });
  return (await inventory.hasResource(ctx, token.resourceId)) ? feedTokenNotFound() : resourceNotFound();
}
