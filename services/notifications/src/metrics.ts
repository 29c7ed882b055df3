import { counter, observableGauge, histogram } from '@lodging/kit-runtime';

export const mails = counter({
  name: 'lodging.mails',
  unit: '{mail}',
  description: 'Mails handed to the mail server, or not.',
});
export const attempts = counter({
  name: 'lodging.webhook.attempts',
  unit: '{attempt}',
  description: 'Tries at webhook receivers; dead is a failed one after which no other follows.',
});
export const commitToAttempt = histogram({
  name: 'lodging.webhook.commit_to_attempt',
  unit: 's',
  description: 'From the moment an event happened to the beginning of the first try at its receiver.',
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800],
});
export const oldestDueAge = observableGauge({
  name: 'lodging.webhook.oldest_due_age',
  unit: 's',
  description: 'How long the oldest try that is due has been due; 0 where none is.',
});
export const deliveriesWaiting = observableGauge({
  name: 'lodging.webhook.deliveries.waiting',
  unit: '{delivery}',
  description: 'Deliveries that are neither made nor given up, pauses between tries included.',
});
export const endpointsDisabled = observableGauge({
  name: 'lodging.webhook.endpoints.disabled',
  unit: '{endpoint}',
  description: 'Endpoints that were disabled because they were gone or only failed.',
});
