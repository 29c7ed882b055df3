import { counter, gauge } from '@lodging/kit-runtime';

export const fetches = counter({
  name: 'lodging.feed.fetches',
  unit: '{fetch}',
  about: 'Readings of calendars elsewhere; doubted is one that shrank too far to be believed at once.',
});
export const blocksChanged = counter({
  name: 'lodging.blocks.changed',
  unit: '{block}',
  about: 'Blocks that the house took in or gave up because a calendar changed.',
});
export const conflictsOpened = counter({
  name: 'lodging.conflicts.opened',
  unit: '{conflict}',
  about: 'Blocks from elsewhere that lie over a stay of ours.',
});
export const oldestFeedAge = gauge({
  name: 'lodging.feed.oldest_age',
  unit: 's',
  about: 'How long ago the active calendar that has waited longest was read well; 0 where there is none.',
});
export const feedsStale = gauge({
  name: 'lodging.feeds.stale',
  unit: '{feed}',
  about: 'Active calendars that were last read well more than 30 minutes ago.',
});
export const feedsQuarantined = gauge({
  name: 'lodging.feeds.quarantined',
  unit: '{feed}',
  about: 'Calendars whose last reading was doubted and not yet confirmed.',
});
export const feeds = gauge({
  name: 'lodging.feeds',
  unit: '{feed}',
  about: 'Connected calendars by state.',
});
export const conflictsOpen = gauge({
  name: 'lodging.conflicts.open',
  unit: '{conflict}',
  about: 'Conflicts that wait for an operator.',
});
