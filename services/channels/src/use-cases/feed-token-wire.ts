import { feedUrl } from '../domain/feed-token.ts';
import type { FeedToken } from '../domain/feed-token.ts';

export const noResource = ['resource_not_found', 'There is no such resource.'] as const;
export const noFeedToken = ['feed_token_not_found', 'The resource has no such feed token.'] as const;

export function writeFeedToken({ id, resourceId, name, createdAt, lastAccessedAt }: FeedToken) {
  return {
    id,
    resourceId,
    name,
    url: null,
    createdAt: writeInstant(createdAt),
    lastAccessedAt: lastAccessedAt && writeInstant(lastAccessedAt),
  };
}

export function writeIssuedToken(record: FeedToken, publicUrl: string, token: string) {
  return { ...writeFeedToken(record), url: feedUrl(publicUrl, token), token };
}

export function writeInstant(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'millisecond' });
}
