import type { Explanation } from './explanation.ts';

export const channelExplanations = {
  feed_token_not_found: {
    meaning: 'The tenant has no feed token under this id for this resource, or it was deleted.',
    remedy: 'List the feed tokens of the resource.',
  },
  connection_not_found: {
    meaning: 'The tenant has no channel connection under this id, or it was deleted.',
    remedy: 'List the channel connections.',
  },
  listing_not_found: {
    meaning: 'The connection has no listing under this id, or it was deleted.',
    remedy: 'List the listings of the connection.',
  },
  conflict_not_found: {
    meaning: 'The tenant has no channel conflict under this id.',
    remedy: 'List the conflicts.',
  },
  connection_paused: {
    meaning: 'The connection is paused, so its feed is not read.',
    remedy: 'Set its status to `active`, then sync.',
  },
  listing_already_mapped: {
    meaning:
      'The resource is mapped on this connection already. One resource may be mapped on several connections.',
    remedy: 'Use the listing that is there, or delete it first.',
  },
  conflict_already_resolved: {
    meaning: 'The conflict is resolved. It opens again by itself when the event’s dates change.',
    remedy: 'Nothing is left to do.',
  },
} as const satisfies Record<string, Explanation>;
