import { afterEach, expect, it } from 'vitest';
import { createSmtpMailer } from '../src/outbound/mails/smtp-mailer.ts';
import { startSlowMailServer } from './slow-mail-server.ts';
import type { Slowness } from './slow-mail-server.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function mailerTo(slowness: Slowness, timeoutMs?: number) {
  const server = await startSlowMailServer(slowness);
  const mailer = createSmtpMailer({
    url: server.url,
    from: 'no-reply@lodging.example',
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  ends.push(
    () => server.stop(),
    () => mailer.close(),
  );
  const send = (to = 'guest@example.test') =>
    mailer.send({ to, fromName: null, subject: 's', text: 't', html: 'h' });
  return { server, send };
}

const settled = (sends: Promise<unknown>[]) =>
  Promise.allSettled(sends).then((all) =>
    all.map((one) => (one.status === 'fulfilled' ? one.value : 'failed')),
  );
const addresses = (count: number) => Array.from({ length: count }, (_, index) => `g${index}@example.test`);

it('a mail that the server takes after 2.5 seconds was accepted, and was sent once', async () => {
  const { server, send } = await mailerTo({ afterMailMs: 2_500 });
  expect(await send()).toBe('accepted');
  expect(server.delivered).toEqual(['guest@example.test']);
});

it('a mail that the server got and does not answer for is unconfirmed', async () => {
  const { server, send } = await mailerTo({ afterMailMs: 60_000 }, 300);
  expect(await send()).toBe('unconfirmed');
  expect(server.delivered).toEqual(['guest@example.test']);
});

it('a mail that the server got before it hung up is unconfirmed, and is sent twice at the most', async () => {
  const { server, send } = await mailerTo({ dropsAfterMail: true });
  expect(await send()).toBe('unconfirmed');
  expect(server.delivered.length).toBeLessThanOrEqual(2);
});

it('what was not accepted when the time was over is not sent afterwards', async () => {
  const { server, send } = await mailerTo({ beforeDataMs: 500 }, 200);
  const outcomes = await settled(addresses(12).map((to) => send(to)));
  expect(new Set(outcomes)).toEqual(new Set(['unconfirmed', 'failed']));
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(server.delivered).toEqual([]);
});

it('of a crowd of mails to a slow server, those that found no connection have failed and are not sent', async () => {
  const { server, send } = await mailerTo({ afterMailMs: 400 }, 600);
  const outcomes = await settled(addresses(60).map((to) => send(to)));
  const accepted = outcomes.filter((outcome) => outcome === 'accepted').length;
  const failed = outcomes.filter((outcome) => outcome === 'failed').length;
  expect(failed).toBeGreaterThanOrEqual(35);
  expect(server.delivered.length).toBeLessThanOrEqual(60 - failed);
  expect(accepted).toBeGreaterThanOrEqual(5);
});

it('a mail that the server refuses has failed', async () => {
  const { send } = await mailerTo({ refuses: '550 5.1.1 no such user' });
  await expect(send()).rejects.toThrow();
});
