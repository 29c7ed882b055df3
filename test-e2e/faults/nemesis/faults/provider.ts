import type { Fault } from '../fault.ts';
import type { Stack } from '../../stack/start-stack.ts';

async function control(stack: Stack, method: string, path: string, body?: object): Promise<void> {
  const answer = await fetch(`${stack.providerUrl}/_emulator/${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`the provider refused ${method} ${path}: ${await answer.text()}`);
}

/** Rules for the provider's notifications. */
const notifications = (name: string, rule: object): Fault => ({
  name: `provider ${name}`,
  lasts: [4_000, 10_000],
  lane: 'provider',
  async start({ stack }) {
    await control(stack, 'POST', 'webhooks/rules', rule);
    return { detail: JSON.stringify(rule), heal: () => control(stack, 'DELETE', 'webhooks/rules') };
  },
});

/** Faults of the provider's API, until they are cleared. */
const answers = (name: string, fault: object): Fault => ({
  name: `provider ${name}`,
  lasts: [4_000, 9_000],
  lane: 'provider',
  async start({ stack }) {
    await control(stack, 'POST', 'faults', { count: 0, ...fault });
    return { detail: JSON.stringify(fault), heal: () => control(stack, 'DELETE', 'faults') };
  },
});

const mailRefused: Fault = {
  name: 'mail refused',
  lasts: [3_000, 7_000],
  lane: 'provider',
  async start({ stack }) {
    const set = async (chaos: object): Promise<void> => {
      await fetch(`${stack.demo.mail.url}/api/v1/chaos`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(chaos),
      });
    };
    await set({ Recipient: { ErrorCode: 451, Probability: 100 } });
    return { detail: '', heal: () => set({}) };
  },
};

export const providerFaults: Fault[] = [
  notifications('late', { effect: 'late', delayMs: 5_000 }),
  notifications('twice', { effect: 'twice', copies: 3 }),
  notifications('out of order', { effect: 'reorder', batch: 3 }),
  notifications('drops', { effect: 'drop', probability: 0.7 }),
  answers('errors', { effect: 'status', status: 500, probability: 0.5 }),
  answers('limits', { effect: 'status', status: 429, probability: 0.5 }),
  answers('slow', { effect: 'slow', delayMs: 1_500 }),
  answers('times out', { effect: 'slow', delayMs: 12_000, probability: 0.4 }),
  answers('loses replies', { effect: 'lost_reply', probability: 0.4 }),
  answers('refuses', { effect: 'refuse', probability: 0.6 }),
  mailRefused,
];
