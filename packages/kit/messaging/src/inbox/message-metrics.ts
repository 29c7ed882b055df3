import { counter, errorType, histogram } from '@lodging/kit-runtime';
import type { Attributes } from '@lodging/kit-runtime';

const MESSAGES = '{message}';

const sent = counter({
  name: 'messaging.client.sent.messages',
  unit: MESSAGES,
  description: 'Events that were handed to their stream.',
});
const sending = histogram({
  name: 'messaging.client.operation.duration',
  unit: 's',
  description: 'How long the broker takes to acknowledge an event that is sent.',
});
const consumed = counter({
  name: 'messaging.client.consumed.messages',
  unit: MESSAGES,
  description: 'Events that were delivered to a consumer which acts on their type, each delivery counted.',
});
const processing = histogram({
  name: 'messaging.process.duration',
  unit: 's',
  description: 'How long a consumer works on an event.',
});

export const retries = counter({
  name: 'lodging.consumer.retries',
  unit: MESSAGES,
  description: 'Events whose handling failed and that come again after a pause.',
});
export const duplicates = counter({
  name: 'lodging.inbox.duplicates',
  unit: MESSAGES,
  description: 'Events that came again after their effect was committed, and had none.',
});
export const deadLetters = counter({
  name: 'lodging.dead_letters',
  unit: MESSAGES,
  description: 'Events that became dead letters, unreadable or after the last try.',
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
  const began = performance.now();
  const secondsSince = () => (performance.now() - began) / 1000;
  try {
    const done = await work;
    record(secondsSince(), labels);
    return done;
  } catch (error) {
    record(secondsSince(), { ...labels, 'error.type': errorType(error) });
    throw error;
  }
}
