import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { TOKEN_RANDOM_BYTES, writeToken } from '../../domain/feeds/feed-token.ts';
import type { IssuedFeedToken } from '../../domain/feeds/feed-token.ts';
import { connectionNotFound, resourceNotFound } from '../../domain/refusals.ts';
import type { ChannelsDeps } from '../../ports/deps.ts';

export type CreateFeedTokenDeps = Pick<
  ChannelsDeps,
  'feedTokens' | 'inventory' | 'randomBytes' | 'digest' | 'clock' | 'newId'
>;

export interface CreateFeedToken {
  readonly resourceId: string;
  readonly name?: string | undefined;
  readonly excludeConnectionId?: string | undefined;
}

/** A feed is read by one calendar elsewhere, and a resource is sold on a handful of channels. */
const MAX_FEED_TOKENS = 20;

/** Only a digest of the secret is stored, so the result is the one place where it is known. */
export async function createFeedToken(
  { feedTokens, inventory, randomBytes, digest, clock, newId }: CreateFeedTokenDeps,
  ctx: RequestContext,
  { resourceId, name, excludeConnectionId }: CreateFeedToken,
): Promise<Result<IssuedFeedToken>> {
  const { tenantId, livemode } = ctx;
  if (!(await inventory.hasResource(ctx, resourceId))) return resourceNotFound();
  if (excludeConnectionId !== undefined && !(await feedTokens.hasConnection(tenantId, excludeConnectionId)))
    return connectionNotFound();
  const secret = writeToken(randomBytes(TOKEN_RANDOM_BYTES));
  const feedToken = {
    id: newId(),
    resourceId,
    name: name ?? null,
    createdAt: clock.now(),
    lastAccessedAt: null,
  };
  const created = { ...feedToken, livemode, excludeConnectionId };
  if (await feedTokens.create(tenantId, created, digest(secret), MAX_FEED_TOKENS))
    return ok({ feedToken, secret });
  const detail = `A resource has at most ${MAX_FEED_TOKENS} feed tokens.`;
  return refuse('limit_reached', detail, { limit: MAX_FEED_TOKENS });
}
