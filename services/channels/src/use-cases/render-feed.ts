import type { RequestContext } from '@lodging/kit-runtime';
import type { renderFeed as operation } from '@lodging/contract-channels';
import type { RequestOf } from '@lodging/contract-wire';
import { ok, refuse } from '@lodging/kernel';
import type { Clock } from '@lodging/kernel';
import { isWellFormedToken } from '../domain/feed-token.ts';
import { entriesInWindow, widestWindow } from '../domain/feed-window.ts';
import { tenantTag } from '../domain/own-uid.ts';
import type { Digest, FeedGrant, FeedTokens, Occupancy, WriteFeed } from './feed-ports.ts';
import { writeInstant } from './feed-token-wire.ts';

interface Deps {
  readonly feedTokens: FeedTokens;
  readonly occupancy: Occupancy;
  readonly digest: Digest;
  readonly clock: Clock;
  readonly writeFeed: WriteFeed;
}

export function renderFeed({ feedTokens, occupancy, digest, clock, writeFeed }: Deps) {
  const grantOf = async (token: string) =>
    isWellFormedToken(token) ? await feedTokens.findByDigest(digest(token)) : undefined;
  /** One write a minute and token at most, unless the feed is another one than the last. */
  const changedAt = async ({ tenantId, feedTokenId, last, notedLately }: FeedGrant, etag: string) =>
    notedLately && last?.etag === etag ? last.changedAt : feedTokens.noteRead(tenantId, feedTokenId, etag);

  return async ({ token, knownEtags }: RequestOf<typeof operation>, ctx: RequestContext) => {
    const grant = await grantOf(token);
    if (grant === undefined) return unknown();
    const now = clock.now();
    const { resourceId, excludeConnectionId } = grant;
    const wish = { resourceId, excludeConnectionId, ...widestWindow(now) };
    const found = await occupancy.list(inOwnName(ctx, grant), wish);
    if (!found.ok) return unknown();
    const { resource, entries } = found.value;
    const shown = entriesInWindow(entries, resource.timezone, now);
    const body = writeFeed(resource.name, shown, tenantTag(grant.tenantId));
    const etag = `"${Buffer.from(digest(body)).toString('base64url')}"`;
    const since = await changedAt(grant, etag);
    if (since === undefined) return unknown();
    return ok({ etag, lastModified: writeInstant(since), body: isKnown(etag, knownEtags) ? null : body });
  };
}

/** A token that never was, one that is over and one that was deleted are told apart by nobody. */
function unknown() {
  return refuse('not_found', 'There is no feed at this address.');
}

/** The caller is whoever has the address, so the token says for which tenant it is asked. */
function inOwnName(ctx: RequestContext, { tenantId, livemode }: FeedGrant): RequestContext {
  return { ...ctx, tenantId, livemode, caller: { kind: 'service', permissions: [] } };
}

/** RFC 9110 §13.1.2 compares without regard to weakness; `*` is any. */
function isKnown(etag: string, known: readonly string[]): boolean {
  return known.some((one) => one === '*' || one === etag || one === `W/${etag}`);
}
