import { ok } from '@lodging/kernel';
import type { Clock, NewId, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { TOKEN_RANDOM_BYTES, writeToken } from '../domain/feed-token.ts';
import type { IssuedFeedToken } from '../domain/feed-token.ts';
import { connectionNotFound, resourceNotFound } from '../domain/refusals.ts';
import type { Digest, FeedTokenRepository, InventoryClient, RandomBytes } from '../ports.ts';

export interface CreateFeedTokenDeps {
  readonly feedTokens: FeedTokenRepository;
  readonly inventory: Pick<InventoryClient, 'hasResource'>;
  readonly randomBytes: RandomBytes;
  readonly digest: Digest;
  readonly clock: Clock;
  readonly newId: NewId;
}

export interface CreateFeedToken {
  readonly resourceId: string;
  readonly name?: string | undefined;
  readonly excludeConnectionId?: string | undefined;
}

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
  await feedTokens.create(tenantId, { ...feedToken, livemode, excludeConnectionId }, digest(secret));
  return ok({ feedToken, secret });
}
