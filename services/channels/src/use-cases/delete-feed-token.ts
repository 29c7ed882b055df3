import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { FeedTokenRef } from '../domain/feed-token.ts';
import { feedTokenNotFound, resourceNotFound } from '../domain/refusals.ts';
import type { FeedTokenRepository, InventoryClient } from '../ports.ts';

export interface DeleteFeedTokenDeps {
  readonly feedTokens: FeedTokenRepository;
  readonly inventory: Pick<InventoryClient, 'hasResource'>;
}

/** Ends all secrets of the token at once. */
export async function deleteFeedToken(
  { feedTokens, inventory }: DeleteFeedTokenDeps,
  ctx: RequestContext,
  token: FeedTokenRef,
): Promise<Result<{ readonly deleted: true }>> {
  if (await feedTokens.delete(ctx.tenantId, token)) return ok({ deleted: true });
  return (await inventory.hasResource(ctx, token.resourceId)) ? feedTokenNotFound() : resourceNotFound();
}
