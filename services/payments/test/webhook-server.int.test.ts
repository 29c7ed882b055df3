import { startTelemetry, systemClock } from '@lodging/kit-runtime';
import type { Telemetry } from '@lodging/kit-runtime';
import { testLogger } from '@lodging/kit-testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWebhookServer } from '../src/inbound/webhook-server.ts';

let telemetry: Telemetry;

beforeAll(() => {
  telemetry = startTelemetry({ name: 'payments', sampleRatio: 0 });
});
afterAll(() => telemetry.stop());

it('posts without a valid signature write at most 50 lines a minute, and are all counted', async () => {
  const log = testLogger();
  const receiveNotification = () => expect.unreachable('nothing is stored');
  const server = createWebhookServer(
    { receiveNotification, clock: systemClock, log },
    { host: '127.0.0.1', port: 0, secrets: ['whsec_one'] },
  );
  const origin = String(await server.listen());
  try {
    const post = () => fetch(`${origin}/webhooks/stripe`, { method: 'POST', body: '{}' });
    for (let sent = 0; sent < 200; sent += 10) {
      const answers = await Promise.all(Array.from({ length: 10 }, post));
      for (const answer of answers) expect(answer.status).toBe(400);
    }
  } finally {
    await server.close();
  }
  const lines = log.lines.filter(({ msg }) => String(msg).includes('invalid signature'));
  expect(lines).toHaveLength(49);
  expect(await telemetry.prometheus()).toMatch(
    /lodging_provider_notifications_received_total\{[^}]*lodging_outcome="rejected"[^}]*\} 200\n/,
  );
});
