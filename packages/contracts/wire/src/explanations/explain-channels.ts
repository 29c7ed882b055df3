import type { Explanation } from './explanation.ts';

export const channelExplanations = {
  feed_token_not_found: {
    meaning: 'The tenant has no feed token with this id for this resource, or it was deleted.',
    remedy: 'List the feed tokens of the resource.',
  },
  connection_not_found: {
    meaning: 'The tenant has no channel connection with this id, or it was deleted.',
    remedy: 'List the channel connections.',
  },
  listing_not_found: {
    meaning: 'The connection has no listing with this id, or it was deleted.',
    remedy: 'List the listings of the connection.',
  },
  conflict_not_found: {
    meaning: 'The tenant has no channel conflict with this id.',
    remedy: 'List the conflicts.',
  },
  connection_paused: {
    meaning: 'The connection is paused, so its feed is not read.',
    remedy: 'Set its status to `active`, then sync.',
  },
  listing_already_mapped: {
    meaning:
      'The connection is already mapped to this resource. A resource may be mapped to several connections.',
    remedy: 'Use the existing listing, or delete it first.',
  },
  conflict_already_resolved: {
    meaning: 'The conflict is resolved. It reopens automatically when the dates of the event change.',
    remedy: 'No action is needed.',
  },
} as const satisfies Record<string, Explanation>;
