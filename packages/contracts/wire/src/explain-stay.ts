import type { Explanation } from './explanation.ts';

export const stayExplanations = {
  invalid_window: {
    meaning:
      'From `from` to `to` is no stay or range that can be answered: not in order, without a night, over, or too far away.',
    remedy:
      'Send a `from` that lies before `to`; for lodging at least one night in the resource’s time zone.',
  },
  range_too_large: {
    meaning: 'The range is longer than 366 nights.',
    remedy: 'Ask for it in parts.',
  },
  search_too_broad: {
    meaning:
      'The search would judge too much: more than 1,000 resources, or more than 40,000 windows times plans. `candidates` ' +
      'and `work` say how many there are, `most` is the bound that was passed.',
    remedy:
      'Filter by kind, feature or text, or ask for fewer dates; with `sort: created` any number of resources may be paged.',
  },
  currency_required: {
    meaning: 'Prices in several currencies would be compared, or `maxTotalMinorUnits` says no currency.',
    remedy: 'Send `currency`, or another `sort`.',
  },
  rate_plan_required: {
    meaning: 'The resource has a room type and no plan was named, or it has none and a plan was.',
    remedy: 'Send `ratePlanId` exactly when `roomType` of the resource is not null.',
  },
  invalid_quote_token: {
    meaning:
      'The text is no quote token of this tenant, was changed, or does not fit the party size sent beside it.',
    remedy: 'Send `signedQuoteToken` as the quote gave it.',
  },
  quote_expired: {
    meaning: 'The quote is older than 15 minutes, so its price is no longer promised.',
    remedy: 'Request a new quote.',
  },
  bad_code: {
    meaning:
      'The code is not the one that was last sent to this e-mail address for this hold, or was used already.',
    remedy: 'Let the guest type it again. After six wrong codes in a row it is locked.',
  },
  expired: {
    meaning: 'The code is older than 10 minutes.',
    remedy: 'Have a new one sent.',
  },
  exhausted_attempts: {
    meaning: 'Six wrong codes came in a row, and the code is locked; the right one is refused too.',
    remedy: 'Have a new code sent.',
  },
  invalid_guest_token: {
    meaning: 'The guest verification token is not one of ours, was changed, or its time is over.',
    remedy: 'Verify the guest’s e-mail again.',
  },
  wrong_reservation: {
    meaning: 'The guest verification token was made for another reservation.',
    remedy: 'Use the token that was given for this hold.',
  },
  invalid_redirect_url: {
    meaning:
      'A redirect address is not https, carries user information, or its origin is not on the operator’s list.',
    remedy:
      'Use an address whose origin was allowed for the payment account; http is for localhost with a test key.',
  },
  no_room_type: {
    meaning: 'Rate plans and restrictions belong to lodging, and this resource is a generic one.',
    remedy: 'Price it with PUT /v1/resources/{id}/pricing and a null plan code.',
  },
  unknown_rate_plan_code: {
    meaning:
      'A resource has no rate plan with this code, or is not of the room type named. Nothing was written.',
    remedy: 'Compare the codes with GET /v1/resources/{id}/rates.',
  },
  unavailable: {
    meaning:
      'The stay cannot be sold. `reasons` says why, each reason once. A request with `alternatives` gets stays near it, too.',
    remedy:
      'Offer other dates; the calendar of the resource shows which. Or quote one of `alternatives`: nothing is held for it.',
  },
  resource_locked: {
    meaning:
      'Another request is changing the same thing, or the first one with this Idempotency-Key still runs.',
    remedy: 'Repeat it after Retry-After seconds, with the same Idempotency-Key.',
  },
  hold_conflict: {
    meaning: 'Somebody else took the units since the quote was made, or the quote has made a hold before.',
    remedy: 'Request a new quote; it says whether anything is left.',
  },
  booking_conflict: {
    meaning: 'Somebody else took the units while the booking was made.',
    remedy: 'Look at availability and try other dates.',
  },
  idempotency_key_conflict: {
    meaning: 'The Idempotency-Key was used for another body, operation or reservation within 30 days.',
    remedy: 'Make a new key for a new thing; repeat the old thing with its own body.',
  },
  hold_not_held: {
    meaning: 'The hold has ended: it expired, was cancelled, or is a confirmed booking already.',
    remedy: 'Read its state, or begin again with a new quote.',
  },
  guest_email_mismatch: {
    meaning: 'The booking has a `guestEmail` already, and a publishable key may use that address alone.',
    remedy: 'Use the address of the booking, or send the code with a secret key.',
  },
  not_confirmable: {
    meaning: 'The reservation is in a state that cannot become confirmed, such as cancelled or expired.',
    remedy: 'Begin again with a new quote. Money that landed for it goes back by itself.',
  },
  payment_required: {
    meaning: 'No succeeded payment is known, and the payment provider knows of none either.',
    remedy: 'Let the guest pay, then confirm again.',
  },
  reservation_not_holdable: {
    meaning: 'Only a held reservation whose time is not over can be paid.',
    remedy: 'Begin again with a new quote.',
  },
  provider_not_configured: {
    meaning: 'The operator has no payment account in this mode, or one that cannot charge yet.',
    remedy: 'Have an account connected, or create the booking with `paidOffline`.',
  },
  already_paid: {
    meaning: 'The reservation has a succeeded payment.',
    remedy: 'Confirm the hold.',
  },
  nothing_due: {
    meaning:
      'The booking is paid as far as it is due, is not confirmed yet, or has ended without a penalty that is open.',
    remedy: 'Read the payments of the booking: `dueMinorUnits` says what may be asked for now.',
  },
  payment_already_initiated: {
    meaning: 'Another payment is open: a booking has one at a time, be it an intent or a checkout session.',
    remedy: 'Let the guest finish the payment that is open; there is one way to pay a reservation at a time.',
  },
  payment_setup_failed: {
    meaning: 'The payment provider refused to open the payment. The units of a new booking are free again.',
    remedy: 'Try again, with the same Idempotency-Key if you like: it was not used up.',
  },
  illegal_transition: {
    meaning: 'A booking in state `from` cannot move to `to`. `allowed` lists where it can go.',
    remedy: 'Choose one of `allowed`; an empty list is a final state.',
  },
  external_reference_taken: {
    meaning:
      'The booking `reservationId` has this `externalReference`, and is neither cancelled nor expired.',
    remedy: 'Use another reference, or take it from that booking first.',
  },
  version_mismatch: {
    meaning: '`If-Match` names another version of the booking than `currentVersion`, or is malformed.',
    remedy: 'Read the booking again, and decide anew.',
  },
  no_succeeded_payment: {
    meaning: 'The booking has no payment that succeeded through the provider.',
    remedy: 'Give back what was paid offline the way it came.',
  },
  refund_exceeds_payment: {
    meaning: 'The amount is larger than what was captured less what was already given back.',
    remedy: 'Send less, or no amount at all for everything that remains.',
  },
  provider_refund_failed: {
    meaning: 'The payment provider refused the refund. What was reserved for it can be given back again.',
    remedy: 'Look into the provider’s dashboard, or repay in another way.',
  },
  nothing_to_refund: {
    meaning: 'The amount is zero, or everything was given back already.',
    remedy: 'There is nothing left to do.',
  },
  exemption_not_allowed: {
    meaning: 'A code of `taxExemptions` is of no rule that applies to the stay and allows exemptions.',
    remedy: 'Compare the codes with the lines of a quote, and set `exemptible` of the rule.',
  },
  units_in_use: {
    meaning:
      'Stays or external blocks take more units than the resource would have. `from`, `to` and `unitsTaken` are of the first ' +
      'span at which they do.',
    remedy: 'Move or cancel stays first, or leave as many units as are taken.',
  },
  slug_taken: {
    meaning: 'Another record has this slug: a resource of the tenant, or a tenant of the platform.',
    remedy: 'Choose another slug.',
  },
  code_taken: {
    meaning: 'Another room type of the tenant has this code.',
    remedy: 'Choose another code, or use the room type that is there.',
  },
  unknown_policy_code: {
    meaning: 'The tenant has no cancellation policy with this code. Nothing was changed.',
    remedy: 'Add the policy with PUT /v1/cancellation-policies/{code} first, or take a code that is there.',
  },
  policy_in_use: {
    meaning: 'A rate plan or a generic resource is sold with this cancellation policy.',
    remedy: 'Give the plans and resources that name it another policy, or null, and delete it then.',
  },
  limit_reached: {
    meaning: 'The tenant has as many records of this kind as it may have: `limit`.',
    remedy: 'Delete one that is not needed any more.',
  },
  operator_exists: {
    meaning: 'An operator with this e-mail address was made before.',
    remedy: 'Let them log in, or use another address.',
    elsewhere: 'In the admin API.',
  },
  no_pricing_rule: {
    meaning: 'Some nights have neither a rate of their own nor a base amount. `missingDates` lists them.',
    remedy:
      'Set a base amount with PUT /v1/resources/{id}/pricing, or nightly rates with POST /v1/rates/bulk.',
  },
  fx_rate_unavailable: {
    meaning: 'No exchange rate of the last 7 days leads to the display currency.',
    remedy: 'Leave `currency` out, or ask for one that the platform has rates for.',
  },
} as const satisfies Record<string, Explanation>;
