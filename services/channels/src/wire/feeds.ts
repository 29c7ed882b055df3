import type * as contract from '@lodging/contract-channels';
import { instantText } from '@lodging/kernel';
import { feedUrl } from '../domain/feeds/feed-token.ts';
import type { FeedToken, IssuedFeedToken } from '../domain/feeds/feed-token.ts';
import type { RenderedFeed } from '../use-cases/feeds/render-feed.ts';

export function feedTokenToWire(token: FeedToken): contract.FeedToken {
  const { createdAt, lastAccessedAt } = token;
  return {
    ...token,
    url: null,
    createdAt: instantText(createdAt),
    lastAccessedAt: lastAccessedAt && instantText(lastAccessedAt),
  };
}

export function issuedFeedTokenToWire({ feedToken, secret }: IssuedFeedToken, publicUrl: string) {
  return { ...feedTokenToWire(feedToken), url: feedUrl(publicUrl, secret), token: secret };
}

export function renderedFeedToWire({ etag, lastModified, body }: RenderedFeed) {
  return { etag, lastModified: instantText(lastModified), body };
}
