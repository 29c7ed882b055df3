import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { FeedToken } from '../../domain/feeds/feed-token.ts';
import { resourceNotFound } from '../../domain/refusals.ts';
import type { ChannelsDeps } from '../../ports/deps.ts';

export type ListFeedTokensDeps = Pick<ChannelsDeps, 'feedTokens' | 'inventory'>;

export async function listFeedTokens(
  { feedTokens, inventory }: ListFeedTokensDeps,
  ctx: RequestContext,
  { resourceId }: { readonly resourceId: string },
): Promise<Result<readonly FeedToken[]>> {
  const found = await feedTokens.list(ctx.tenantId, resourceId);
  // Resources are never deleted, so the resource of a token exists.
  if (found.length === 0 && !(await inventory.hasResource(ctx, resourceId))) return resourceNotFound();
  return ok(found);
}
