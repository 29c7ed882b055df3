import { counter, eachOf, observableGauge, histogram } from '@lodging/kit-runtime';

export const mails = counter({
  name: 'lodging.mails',
  unit: '{mail}',
  description: 'Mails by outcome, sent or rejected by the mail server.',
  begins: eachOf('lodging.outcome', ['sent', 'failed']),
});
export const attempts = counter({
  name: 'lodging.webhook.attempts',
  unit: '{attempt}',
  description: 'Attempts to deliver a webhook; dead is a failed attempt without another one.',
  begins: eachOf('lodging.outcome', ['succeeded', 'failed', 'dead']),
});
export const commitToAttempt = histogram({
  name: 'lodging.webhook.commit_to_attempt',
  unit: 's',
  description: 'From the occurrence of an event to the beginning of the first attempt to deliver it.',
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800],
});
export const oldestDueAge = observableGauge({
  name: 'lodging.webhook.oldest_due_age',
  unit: 's',
  description: 'How long the oldest due attempt has been due; 0 where none is.',
});
export const deliveriesWaiting = observableGauge({
  name: 'lodging.webhook.deliveries.waiting',
  unit: '{delivery}',
  description: 'Pending deliveries, those between two attempts included.',
});
export const deliveriesDead = observableGauge({
  name: 'lodging.webhook.deliveries.dead',
  unit: '{delivery}',
  description: 'Deliveries that were given up in the last day and have not been restarted.',
});
export const eventsDeferred = observableGauge({
  name: 'lodging.webhook.events.deferred',
  unit: '{event}',
  description: 'Logged events whose deliveries wait for the budget of their tenant.',
});
export const endpointsDisabled = observableGauge({
  name: 'lodging.webhook.endpoints.disabled',
  unit: '{endpoint}',
  description: 'Endpoints that were disabled because they were gone or failed for days.',
});
export const guestMails = counter({
  name: 'lodging.guest_mails',
  unit: '{mail}',
  description:
    'Attempts to send a mail to a guest by outcome: sent, refused address, unreachable mail server, or unconfirmed.',
  begins: eachOf('lodging.outcome', ['sent', 'refused', 'unreachable', 'unconfirmed']),
});
