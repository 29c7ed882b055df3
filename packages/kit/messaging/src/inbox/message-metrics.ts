import { counter, errorType, histogram } from '@lodging/kit-runtime';
import type { Attributes } from '@lodging/kit-runtime';

const MESSAGES = '{message}';

const sent = counter({
  name: 'messaging.client.sent.messages',
  unit: MESSAGES,
  description: 'Events that were published to their stream.',
});
const sending = histogram({
  name: 'messaging.client.operation.duration',
  unit: 's',
  description: 'Duration of the acknowledgement of a published event by the broker.',
});
const consumed = counter({
  name: 'messaging.client.consumed.messages',
  unit: MESSAGES,
  description:
    'Events that were delivered to a consumer with a handler for their type; each delivery counts.',
});
const processing = histogram({
  name: 'messaging.process.duration',
  unit: 's',
  description: 'Duration of the handling of an event by a consumer.',
});

export const retries = counter({
  name: 'lodging.consumer.retries',
  unit: MESSAGES,
  description: 'Events whose handling failed and that are delivered again.',
});
export const duplicates = counter({
  name: 'lodging.inbox.duplicates',
  unit: MESSAGES,
  description: 'Events that were delivered again after their effect was committed, and had no effect.',
});
export const deferrals = counter({
  name: 'lodging.consumer.deferrals',
  unit: MESSAGES,
  description: 'Events that arrived before an earlier one of their aggregate and wait for it.',
});
export const overtakes = counter({
  name: 'lodging.consumer.overtakes',
  unit: MESSAGES,
  description:
    'Events that were processed without an earlier one of their aggregate, which did not arrive in time.',
});
export const deadLetters = counter({
  name: 'lodging.dead_letters',
  unit: MESSAGES,
  description: 'Events that became dead letters: unreadable ones, and those whose last delivery failed.',
});

export function measureSend<T>(labels: Attributes, work: Promise<T>): Promise<T> {
  return measured(work, labels, (seconds, outcome) => {
    sending.record(seconds, outcome);
    sent.add(1, outcome);
  });
}

export function measureProcess<T>(labels: Attributes, work: Promise<T>): Promise<T> {
  return measured(work, labels, (seconds, outcome) => {
    processing.record(seconds, outcome);
    consumed.add(1, outcome);
  });
}

async function measured<T>(
  work: Promise<T>,
  labels: Attributes,
  record: (seconds: number, outcome: Attributes) => void,
): Promise<T> {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  try {
    const result = await work;
    record(seconds(), labels);
    return result;
  } catch (error) {
    record(seconds(), { ...labels, 'error.type': errorType(error) });
    throw error;
  }
}
