import { counter, observableGauge } from '@lodging/kit-runtime';

export const fetches = counter({
  name: 'lodging.feed.fetches',
  unit: '{fetch}',
  description: 'Readings of calendars elsewhere; doubted is one that shrank too far to be believed at once.',
});
export const blocksChanged = counter({
  name: 'lodging.blocks.changed',
  unit: '{block}',
  description: 'Blocks that the house took in or gave up because a calendar changed.',
});
export const conflictsOpened = counter({
  name: 'lodging.conflicts.opened',
  unit: '{conflict}',
  description: 'Blocks from elsewhere that lie over a stay of ours.',
});
export const oldestFeedAge = observableGauge({
  name: 'lodging.feed.oldest_age',
  unit: 's',
  description:
    'How long ago the active calendar that has waited longest was read well; 0 where there is none.',
});
export const feedsStale = observableGauge({
  name: 'lodging.feeds.stale',
  unit: '{feed}',
  description: 'Active calendars that were last read well more than 30 minutes ago.',
});
export const feedsQuarantined = observableGauge({
  name: 'lodging.feeds.quarantined',
  unit: '{feed}',
  description: 'Calendars whose last reading was doubted and not yet confirmed.',
});
export const feeds = observableGauge({
  name: 'lodging.feeds',
  unit: '{feed}',
  description: 'Connected calendars by state.',
});
export const conflictsOpen = observableGauge({
  name: 'lodging.conflicts.open',
  unit: '{conflict}',
  description: 'Conflicts that wait for an operator.',
});
