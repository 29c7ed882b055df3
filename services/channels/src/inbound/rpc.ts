import {
  createFeedToken,
  deleteFeedToken,
  listFeedTokens,
  renderFeed,
  rotateFeedToken,
} from '@lodging/contract-channels';
import { on } from '@lodging/kit-messaging';
import type { Route } from '@lodging/kit-messaging';
import type { FeedUseCases } from '../use-cases/feed-use-cases.ts';

export function routes(uses: FeedUseCases): Route[] {
  return [
    on(createFeedToken, uses.createFeedToken),
    on(listFeedTokens, uses.listFeedTokens),
    on(rotateFeedToken, uses.rotateFeedToken),
    on(deleteFeedToken, uses.deleteFeedToken),
    on(renderFeed, uses.renderFeed),
  ];
}
