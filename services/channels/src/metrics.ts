import { counter, eachOf, observableGauge } from '@lodging/kit-runtime';

export const fetches = counter({
  name: 'lodging.feed.fetches',
  unit: '{fetch}',
  description:
    'Fetches of feeds; doubted is a snapshot in quarantine, which lost too many events to be accepted at once.',
  begins: eachOf('lodging.outcome', ['read', 'doubted', 'failed']),
});
export const blocksChanged = counter({
  name: 'lodging.blocks.changed',
  unit: '{block}',
  description: 'Blocks that were added, moved or removed because a feed changed.',
  begins: [{}],
});
export const conflictsOpened = counter({
  name: 'lodging.conflicts.opened',
  unit: '{conflict}',
  description: 'Imported blocks that overlap a stay.',
  begins: [{}],
});
export const oldestFeedAge = observableGauge({
  name: 'lodging.feed.oldest_age',
  unit: 's',
  description:
    'Time since the last good sync of the connection that has waited longest for one; 0 where there is none.',
});
export const feedsStale = observableGauge({
  name: 'lodging.feeds.stale',
  unit: '{feed}',
  description: 'Connections whose last good sync was more than 30 minutes ago.',
});
export const feedsQuarantined = observableGauge({
  name: 'lodging.feeds.quarantined',
  unit: '{feed}',
  description: 'Connections whose last snapshot is in quarantine.',
});
export const feeds = observableGauge({
  name: 'lodging.feeds',
  unit: '{feed}',
  description: 'Connections by state.',
});
export const conflictsOpen = observableGauge({
  name: 'lodging.conflicts.open',
  unit: '{conflict}',
  description: 'Conflicts that wait for an operator.',
});
