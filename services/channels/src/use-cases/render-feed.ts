import { ok, refuse } from '@lodging/kernel';
import type { Clock, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { isWellFormedToken } from '../domain/feed-token.ts';
import type { FeedGrant } from '../domain/feed-token.ts';
import { entriesInWindow, widestWindow } from '../domain/feed-window.ts';
import { tenantTag } from '../domain/own-uid.ts';
import type { Digest, FeedTokenRepository, InventoryClient, TextDigest, WriteFeed } from '../ports.ts';

export interface RenderFeedDeps {
  readonly feedTokens: FeedTokenRepository;
  readonly inventory: Pick<InventoryClient, 'listOccupancy'>;
  readonly digest: Digest;
  readonly textDigest: TextDigest;
  readonly clock: Clock;
  readonly writeFeed: WriteFeed;
}

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

/** The calendar of the resource that the token gives access to. The token alone decides on tenant and mode. */
export async function renderFeed(
  deps: RenderFeedDeps,
  ctx: RequestContext,
  { token, knownEtags }: RenderFeed,
): Promise<Result<RenderedFeed>> {
  const { feedTokens, inventory, digest, textDigest, clock, writeFeed } = deps;
  const grant = isWellFormedToken(token) ? await feedTokens.findGrant(digest(token)) : undefined;
  if (grant === undefined) return feedNotFound();
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
