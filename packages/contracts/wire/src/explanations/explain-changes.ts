import type { Explanation } from './explanation.ts';

export const changeExplanations = {
  invalid_change_token: {
    meaning: 'The change token is malformed, was altered, or belongs to another booking or tenant.',
    remedy: 'Send the `changeToken` of a change quote of this booking unchanged.',
  },
  change_quote_expired: {
    meaning: 'A change quote is valid for 15 minutes, and this one is older.',
    remedy: 'Request a new change quote.',
  },
  no_change: {
    meaning: 'The stay, its party and its price would be as they are.',
    remedy: 'Send at least one field with another value. A display currency alone changes nothing.',
  },
  change_not_found: {
    meaning: 'The booking has no change with this id.',
    remedy: 'List the changes of the booking.',
  },
  change_not_allowed: {
    meaning:
      'The state does not allow the change; `state` is that of the booking, or of the change that was to be ended. A ' +
      'hold and a confirmed booking allow any change, a checked-in one another end and party.',
    remedy: 'Read the booking, and change what its state allows.',
  },
  change_pending: {
    meaning: 'Another change of the booking awaits its payment; `changeId` names it.',
    remedy: 'Wait for its payment, or end it with DELETE, and repeat the request.',
  },
  change_outdated: {
    meaning: 'The booking has changed since the quote; `currentVersion` is its version now.',
    remedy: 'Request a new change quote.',
  },
  currency_mismatch: {
    meaning: 'The target is sold in another currency than the booking.',
    remedy: 'Choose a resource with the currency of the booking.',
  },
} as const satisfies Record<string, Explanation>;
