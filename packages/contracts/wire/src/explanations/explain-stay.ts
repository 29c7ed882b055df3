import type { Explanation } from './explanation.ts';

export const stayExplanations = {
  invalid_window: {
    meaning:
      '`from` to `to` is not a valid stay or range: reversed, without a night, in the past, or too far ahead.',
    remedy: 'Send a `from` before `to`; for lodging, at least one night in the time zone of the resource.',
  },
  range_too_large: {
    meaning:
      'The range is longer than 366 nights, or 92 of `GET /v1/occupancy`. Or the answer would be too long: more than ' +
      '10,000 entries of a page of the occupancy, 10,000 dates over all series of the daily metrics, or the rates of too ' +
      'many dates and plans.',
    remedy: 'Request fewer dates, fewer resources, or one plan.',
  },
  search_too_broad: {
    meaning:
      'The request would evaluate more than 1,000 resources, or more than 200,000 nights × plans over all their ' +
      'stays. `candidates` and `work` are these numbers, `most` is the exceeded limit. A search is also refused if ' +
      'it would load too much data of its resources (prices, restrictions, texts and claims); `work` is then the ' +
      'size of that data. So is a request about a window of one resource with more than 200,000 stays and blocks ' +
      '(50,000 where a block is made or moved), and a search that finds more than 20,000 of one resource.',
    remedy:
      'Filter by kind, feature or text, or ask for fewer dates; with `sort: created` the number of resources is not ' +
      'limited.',
  },
  currency_required: {
    meaning: 'The search compares prices in several currencies, or `maxTotalMinorUnits` has no currency.',
    remedy: 'Send `currency`, or use another `sort`.',
  },
  rate_plan_required: {
    meaning:
      '`ratePlanId` is missing for a resource with a room type, or was sent for a resource without one.',
    remedy: 'Send `ratePlanId` if `roomType` of the resource is not null, and omit it otherwise.',
  },
  party_not_divisible: {
    meaning:
      'The rate plan is priced by occupancy, and `quantity` is above 1: the party has children, or its adults are not ' +
      'as many in each unit.',
    remedy: 'Ask for each unit with its own guests, or choose another rate plan.',
  },
  invalid_quote_token: {
    meaning: 'The quote token was changed, belongs to another tenant, or was signed for another party size.',
    remedy: 'Send `signedQuoteToken` of the quote unchanged.',
  },
  quote_expired: {
    meaning: 'The quote is older than 15 minutes; its price is no longer guaranteed.',
    remedy: 'Request a new quote.',
  },
  bad_code: {
    meaning: 'The code is not the latest one sent to this e-mail address for this hold, or was already used.',
    remedy: 'Let the guest enter it again. After six wrong codes in a row the code is locked.',
  },
  expired: {
    meaning: 'The code is older than 10 minutes.',
    remedy: 'Send a new code.',
  },
  exhausted_attempts: {
    meaning: 'The code is locked after six wrong attempts in a row; the correct code is refused too.',
    remedy: 'Send a new code.',
  },
  invalid_guest_token: {
    meaning: 'The guest verification token is invalid or expired.',
    remedy: 'Verify the guest’s e-mail again.',
  },
  wrong_reservation: {
    meaning: 'The guest verification token belongs to another reservation.',
    remedy: 'Use the token that was issued for this hold.',
  },
  invalid_redirect_url: {
    meaning:
      'A redirect address is not https, contains user information, or has an origin that is not allowed.',
    remedy:
      'Use an origin that is allowed for the payment account; http is accepted only for localhost with a test key.',
  },
  no_room_type: {
    meaning: 'Rate plans and restrictions apply to lodging only; this resource is generic.',
    remedy: 'Price it with PUT /v1/resources/{id}/pricing and a null plan code.',
  },
  unknown_rate_plan_code: {
    meaning: 'A resource has no rate plan with this code, or has another room type. Nothing was changed.',
    remedy: 'Compare the codes with GET /v1/resources/{id}/rates.',
  },
  unavailable: {
    meaning:
      'The stay cannot be sold. `reasons` lists each reason once. If the request has `alternatives`, the response ' +
      'lists available stays near it.',
    remedy:
      'Offer other dates from the calendar of the resource, or quote one of `alternatives`. Alternatives are not held.',
  },
  resource_locked: {
    meaning:
      'Another request is changing the same record, or the first request with this Idempotency-Key is in progress.',
    remedy: 'Retry after Retry-After seconds, with the same Idempotency-Key.',
  },
  hold_conflict: {
    meaning: 'The units were sold after the quote was created, or the quote was already used for a hold.',
    remedy: 'Request a new quote; it checks availability again.',
  },
  booking_conflict: {
    meaning:
      'Other stays or blocks took the units before the booking was created, or before a change of the stay was applied. A ' +
      'booking that was to be changed is as it was.',
    remedy: 'Check availability and try other dates.',
  },
  block_not_found: {
    meaning:
      'The tenant has no such block in this mode: the id is unknown, or the block was deleted; also the block of a ' +
      'repeated request with its Idempotency-Key.',
    remedy: 'List the blocks with GET /v1/blocks. To block the dates again, send a new Idempotency-Key.',
  },
  block_conflict: {
    meaning:
      'The block needs more units than are free. `from`, `to` and `unitsTaken` describe the first such period; ' +
      '`reservationIds` has at most 20 stays that are in the way, by arrival. It is empty where other blocks take the ' +
      'units, or the resource has fewer units than the block.',
    remedy: 'Move or cancel these stays first, or block fewer units or other dates.',
  },
  idempotency_key_conflict: {
    meaning: 'The Idempotency-Key was used for another body, operation or reservation within 30 days.',
    remedy: 'Use a new key for a new request; retry the earlier request with its own body.',
  },
  hold_not_held: {
    meaning: 'The hold has ended: it expired, was cancelled or was confirmed.',
    remedy: 'Retrieve its state, or start again with a new quote.',
  },
  guest_email_mismatch: {
    meaning: 'The booking has a `guestEmail`, and a publishable key may use only that address.',
    remedy: 'Use the address of the booking, or send the code with a secret key.',
  },
  not_confirmable: {
    meaning: 'A reservation in this state, such as cancelled or expired, cannot be confirmed.',
    remedy: 'Start again with a new quote. A payment for this reservation is refunded automatically.',
  },
  payment_required: {
    meaning:
      'No successful payment is recorded, and the payment provider reported none within the last two seconds.',
    remedy: 'Let the guest pay, then confirm again.',
  },
  reservation_not_holdable: {
    meaning: 'Only a hold that has not expired can be paid.',
    remedy: 'Start again with a new quote.',
  },
  provider_not_configured: {
    meaning: 'The tenant has no payment account in this mode, or its account cannot take payments yet.',
    remedy: 'Ask the platform operator to connect an account, or create the booking with `paidOffline`.',
  },
  already_paid: {
    meaning: 'The reservation has a successful payment.',
    remedy: 'Confirm the hold.',
  },
  nothing_due: {
    meaning:
      'The booking is paid as far as it is due, is not confirmed yet, or has ended without an unpaid penalty.',
    remedy: 'Read the payments of the booking: `dueMinorUnits` is the amount that may be charged now.',
  },
  payment_already_initiated: {
    meaning: 'A booking has one open payment at a time, and another intent or checkout session is open.',
    remedy: 'Let the guest complete the open payment.',
  },
  payment_setup_failed: {
    meaning:
      'The payment provider refused the payment; the units of a new booking are released. Or five cards were ' +
      'declined for the hold: its payment has ended, and no other can be opened.',
    remedy:
      'Retry; the same Idempotency-Key may be used. After five declined cards, retries are refused until the hold ' +
      'ends.',
  },
  illegal_transition: {
    meaning: 'A booking in state `from` cannot change to `to`. `allowed` lists the possible states.',
    remedy: 'Choose one of `allowed`. If the list is empty, the state is final.',
  },
  guest_token_invalid: {
    meaning:
      'The header Guest-Token is missing, was changed, has expired, belongs to another tenant or mode, or its links were ended.',
    remedy: 'Let the guest open the newest link, or request one with POST /v1/manage/link.',
  },
  guest_may_not: {
    meaning:
      '`guestMay` of the mail settings does not allow it to guests, or the booking has no cancellation policy.',
    remedy: 'Show guests what `may` of GET /v1/manage/booking allows. The property can do it for the guest.',
  },
  price_changed: {
    meaning:
      'The total is not `expectedTotalMinorUnits` any more. Nothing was booked, and the Idempotency-Key is unused. ' +
      '`totalMinorUnits` is the total of now.',
    remedy: 'Show the new total, and repeat the request with it.',
  },
  penalty_changed: {
    meaning:
      'A cancellation costs `penaltyMinorUnits` now, which is not the amount that the guest agreed to. Nothing was changed.',
    remedy: 'Show the guest the amount, and send it as `expectedPenaltyMinorUnits`.',
  },
  external_reference_taken: {
    meaning:
      'The booking `reservationId`, which is neither cancelled nor expired, has this `externalReference`.',
    remedy: 'Use another reference, or remove it from that booking first.',
  },
  version_mismatch: {
    meaning: '`If-Match` is malformed, or names a version other than `currentVersion`.',
    remedy: 'Read the current record, then repeat the change with its version.',
  },
  no_succeeded_payment: {
    meaning: 'The booking has no successful payment through the payment provider.',
    remedy: 'Refund offline payments outside the API.',
  },
  refund_exceeds_payment: {
    meaning: 'The amount exceeds the captured amount that is not yet refunded.',
    remedy: 'Send a smaller amount, or omit the amount to refund the remainder.',
  },
  provider_refund_failed: {
    meaning: 'The payment provider refused the refund. The amount can be refunded in another request.',
    remedy: 'Check the provider’s dashboard, or refund in another way.',
  },
  nothing_to_refund: {
    meaning: 'The amount is zero, or the payments are already refunded in full.',
    remedy: 'No action is needed.',
  },
  exemption_not_allowed: {
    meaning: 'A code of `taxExemptions` names no rule that applies to the stay and allows exemptions.',
    remedy: 'Compare the codes with the lines of a quote, or set `exemptible` on the rule.',
  },
  guest_not_found: {
    meaning:
      'The tenant has no such guest in this mode: the id is unknown, or the guest was merged into another.',
    remedy: 'Find the guest by e-mail address with `GET /v1/guests`.',
  },
  guest_has_open_stays: {
    meaning:
      'A booking of the guest is held, confirmed or checked in, or money of it is due, owed or on its way back. ' +
      '`reservationIds` has at most 100 of them.',
    remedy: 'End these bookings and settle their money, then repeat the request.',
  },
  guest_erased: {
    meaning: 'The data of the guest was erased; the guest cannot be changed or merged.',
    remedy: 'Nothing: a later booking with the address has a new guest.',
  },
  units_in_use: {
    meaning:
      'Stays or blocks, own and imported, use more units than the resource would have. `from`, `to` and `unitsTaken` ' +
      'describe the first such period.',
    remedy: 'Move or cancel stays first, or change blocks, or keep at least the units in use.',
  },
  slug_taken: {
    meaning: 'Another record has this slug: a resource of the tenant, or a tenant of the platform.',
    remedy: 'Choose another slug.',
  },
  code_taken: {
    meaning: 'Another room type of the tenant has this code.',
    remedy: 'Choose another code, or use the existing room type.',
  },
  unknown_policy_code: {
    meaning: 'The tenant has no cancellation policy with this code. Nothing was changed.',
    remedy: 'Add the policy with PUT /v1/cancellation-policies/{code} first, or use an existing code.',
  },
  derived_plan_invalid: {
    meaning:
      'A rate plan would be derived from a plan that cannot be its parent. `reason` is `unknown` (the resource has no such ' +
      'plan), `self`, or `chain` (the parent is derived itself). Nothing was changed.',
    remedy: 'Derive it from a plan of the same resource that has prices of its own.',
  },
  plan_is_derived: {
    meaning: 'The rate plan has the prices of its parent, so it takes none of its own. Nothing was changed.',
    remedy: 'Set the prices of its parent, or end the derivation with `derivedFrom: null` first.',
  },
  policy_in_use: {
    meaning: 'The cancellation policy is the default, or a rate plan or generic resource is sold with it.',
    remedy:
      'Set another policy, or null, on these plans and resources, and put the policy without `default`, then delete it.',
  },
  limit_reached: {
    meaning:
      'The tenant, or one of its records, has reached `limit`, the maximum number of records of this kind.',
    remedy:
      'Delete, archive or replace records that are no longer needed. Existing records above a limit are kept.',
  },
  operator_exists: {
    meaning: 'An operator with this e-mail address exists.',
    remedy: 'Let the operator sign in, or use another address.',
    elsewhere: 'In the admin API.',
  },
  no_pricing_rule: {
    meaning: 'Some nights have neither a nightly rate nor a base amount. `missingDates` lists them.',
    remedy:
      'Set a base amount with PUT /v1/resources/{id}/pricing, or nightly rates with POST /v1/rates/bulk. Of a ' +
      'derived plan, set the base amount of its parent.',
  },
  fx_rate_unavailable: {
    meaning: 'No exchange rate to the display currency is available from the last 7 days.',
    remedy: 'Omit `currency`, or use one for which the platform has rates.',
  },
} as const satisfies Record<string, Explanation>;
