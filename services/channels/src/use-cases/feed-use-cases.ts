import type { Clock, NewId } from '@lodging/kernel';
import { createFeedToken } from './create-feed-token.ts';
import { deleteFeedToken } from './delete-feed-token.ts';
import type { Digest, FeedTokens, Occupancy, RandomBytes, WriteFeed } from './feed-ports.ts';
import { listFeedTokens } from './list-feed-tokens.ts';
import { renderFeed } from './render-feed.ts';
import { rotateFeedToken } from './rotate-feed-token.ts';

interface Ports {
  readonly feedTokens: FeedTokens;
  readonly occupancy: Occupancy;
  readonly random: RandomBytes;
  readonly digest: Digest;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly writeFeed: WriteFeed;
}

export type FeedUseCases = ReturnType<typeof feedUseCases>;

export function feedUseCases(ports: Ports) {
  return {
    createFeedToken: createFeedToken(ports),
    listFeedTokens: listFeedTokens(ports),
    rotateFeedToken: rotateFeedToken(ports),
    deleteFeedToken: deleteFeedToken(ports),
    renderFeed: renderFeed(ports),
  };
}
