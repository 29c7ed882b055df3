import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { isWellFormedToken } from '../../domain/feeds/feed-token.ts';
import type { FeedGrant } from '../../domain/feeds/feed-token.ts';
import { entriesInWindow, widestWindow } from '../../domain/feeds/feed-window.ts';
import { tenantTag } from '../../domain/feeds/own-uid.ts';
import type { FeedTokenRepository } from '../../ports/feeds.ts';
import type { ChannelsDeps } from '../../ports/deps.ts';

export type RenderFeedDeps = Pick<
  ChannelsDeps,
  'feedTokens' | 'inventory' | 'rendering' | 'digest' | 'textDigest' | 'clock' | 'writeFeed'
>;

export interface RenderFeed {
  readonly token: string;
  /** The ETags of If-None-Match. */
  readonly knownEtags: readonly string[];
}

export interface RenderedFeed {
  readonly etag: string;
  readonly lastModified: Temporal.Instant;
  /** Null where the client has it. */
  readonly body: string | null;
}

const TIMEOUT_MS = 1_000;

/**
 * The calendar of the resource that the token gives access to. The token alone decides on tenant and mode. A feed may have
 * 20,000 entries: those of one tenant leave permits for others. Throws OverShare or SemaphoreTimeout.
 */
export async function renderFeed(
  deps: RenderFeedDeps,
  ctx: RequestContext,
  { token, knownEtags }: RenderFeed,
): Promise<Result<RenderedFeed>> {
  const { feedTokens, rendering, digest } = deps;
  const grant = isWellFormedToken(token) ? await feedTokens.findGrant(digest(token)) : undefined;
  if (grant === undefined) return feedNotFound();
  await ctx.countFor?.(grant.tenantId);
  return rendering.run(grant.tenantId, () => renderGranted(deps, ctx, grant, knownEtags), {
    timeoutMs: TIMEOUT_MS,
  });
}

async function renderGranted(
  { feedTokens, inventory, textDigest, clock, writeFeed }: RenderFeedDeps,
  ctx: RequestContext,
  grant: FeedGrant,
  knownEtags: readonly string[],
): Promise<Result<RenderedFeed>> {
  const now = clock.now();
  const { resourceId, excludeConnectionId } = grant;
  const query = { resourceId, excludeConnectionId, ...widestWindow(now) };
  const found = await inventory.listOccupancy(contextOf(ctx, grant), query);
  if (!found.ok) return feedNotFound();
  const { resource, entries } = found.value;
  const visible = entriesInWindow(entries, resource.timezone, now);
  const body = writeFeed(resource.name, visible, tenantTag(grant.tenantId));
  const etag = `"${textDigest(body)}"`;
  const lastModified = await recordAccess(feedTokens, grant, etag);
  if (lastModified === undefined) return feedNotFound();
  return ok({ etag, lastModified, body: matches(etag, knownEtags) ? null : body });
}

/** Writes once a minute at most while the body stays the same. */
async function recordAccess(
  feedTokens: FeedTokenRepository,
  { tenantId, feedTokenId, last, isRecentlyAccessed }: FeedGrant,
  etag: string,
): Promise<Temporal.Instant | undefined> {
  if (isRecentlyAccessed && last?.etag === etag) return last.changedAt;
  return feedTokens.recordAccess(tenantId, feedTokenId, etag);
}

/** The same answer for tokens that never existed, have expired or are deleted. */
function feedNotFound() {
  return refuse('not_found', 'There is no feed at this address.');
}

function contextOf(ctx: RequestContext, { tenantId, livemode }: FeedGrant): RequestContext {
  return { ...ctx, tenantId, livemode, caller: { kind: 'service', permissions: [] } };
}

/** Weak comparison of RFC 9110 §13.1.2; `*` matches any. */
function matches(etag: string, known: readonly string[]): boolean {
  return known.some((one) => one === '*' || one === etag || one === `W/${etag}`);
}
