import { startMailbox } from '@lodging/emulators';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMails } from './mails-harness.ts';
import type { MailsHarness } from './mails-harness.ts';
import { startSlowMailServer } from './slow-mail-server.ts';
import type { Slowness } from './slow-mail-server.ts';

const NOWHERE = 'smtp://127.0.0.1:1';
let mails: MailsHarness;
let mailbox: Awaited<ReturnType<typeof startMailbox>>;
beforeAll(async () => {
  mailbox = await startMailbox({ host: '127.0.0.1', smtpPort: 0, httpPort: 0 });
  mails = await startMails(mailbox.smtpUrl, { timeoutMs: 400 });
});
afterAll(async () => {
  await mails.close();
  await mailbox.stop();
});

async function queued() {
  const [tenantId, stay] = [await mails.addTenant(), mails.addStay()];
  await mails.publish(tenantId, stay, 'reservation.confirmed');
  return { tenantId, row: async () => (await mails.mailsOf(tenantId, stay))[0] };
}

async function withServer<T>(slowness: Slowness, work: (delivered: string[]) => Promise<T>): Promise<T> {
  const server = await startSlowMailServer(slowness);
  const deliver = mails.deps.guestMailer;
  mails.deps.guestMailer = mails.mailerTo(server.url);
  try {
    return await work(server.delivered);
  } finally {
    mails.deps.guestMailer = deliver;
    await server.stop();
  }
}

/** A whole day of attempts, each when it is due. */
async function day(hours = 25) {
  for (let minutes = 0; minutes < hours * 60; minutes += 30) {
    mails.clock.advance({ minutes: 30 });
    await mails.run(mails.deps.guestMailer);
  }
}

it('while the mail server is away a mail waits, and it is sent when the server is back', async () => {
  const { row } = await queued();
  await mails.run(mails.mailerTo(NOWHERE));
  expect(await row()).toMatchObject({ state: 'queued', reason: 'mail_server', attempts: 1 });
  await mails.run();
  expect(await row()).toMatchObject({ state: 'queued', attempts: 1 });
  mails.clock.advance({ seconds: 11 });
  await mails.run();
  expect(await row()).toMatchObject({ state: 'sent', reason: null, attempts: 2 });
});

it('a mail that found no server for 24 hours has failed', async () => {
  const { row } = await queued();
  const away = mails.mailerTo(NOWHERE);
  for (let hours = 0; hours < 25; hours += 1) {
    await mails.run(away);
    mails.clock.advance({ hours: 1 });
  }
  expect(await row()).toMatchObject({ state: 'failed', reason: 'mail_server' });
  const { attempts } = (await row()) ?? {};
  await day(2);
  expect(await row()).toMatchObject({ state: 'failed', attempts });
});

it('a mail that cannot be written is tried for 24 hours, and delays no other', async () => {
  const tenantId = await mails.addTenant();
  const broken = mails.addStay({ timeZone: 'Nowhere/Never' });
  await mails.publish(tenantId, broken, 'reservation.confirmed');
  const { row: other } = await queued();
  await mails.run();
  const row = async () => (await mails.mailsOf(tenantId, broken))[0];
  expect(await row()).toMatchObject({ state: 'queued', reason: 'not_written' });
  expect(await other()).toMatchObject({ state: 'sent' });
  expect(mails.errors.splice(0)).toHaveLength(1);
  await day();
  expect(await row()).toMatchObject({ state: 'failed', reason: 'not_written' });
  expect(mails.errors.splice(0).length).toBeLessThan(100);
});

it('a server that takes no mail in time gets it once when it is well, and nothing was lost', async () => {
  const { row } = await queued();
  await withServer({ beforeDataMs: 5_000 }, async (delivered) => {
    for (const _ of [1, 2, 3]) {
      await mails.run(mails.deps.guestMailer);
      mails.clock.advance({ hours: 1 });
    }
    expect(delivered).toEqual([]);
  });
  expect(await row()).toMatchObject({ state: 'queued', reason: 'mail_server', attempts: 3 });
  await mails.run();
  expect(await row()).toMatchObject({ state: 'sent', attempts: 4 });
});

it.each([
  ['hangs up', { dropsAfterMail: true }],
  ['does not answer', { afterMailMs: 60_000 }],
])('a server that takes a mail and %s gets it at most once more', async (_what, slowness) => {
  const { row } = await queued();
  await withServer(slowness, async (delivered) => {
    await mails.run(mails.deps.guestMailer);
    expect(await row()).toMatchObject({ state: 'queued', reason: 'unconfirmed', attempts: 1 });
    await day();
    expect(delivered).toHaveLength(2);
  });
  expect(await row()).toMatchObject({ state: 'failed', reason: 'unconfirmed', attempts: 2 });
});

it('a refused address delays no other mail, and is tried for 24 hours', async () => {
  const refused = await queued();
  await withServer({ refuses: '550 5.1.1 no such user' }, async () => {
    await mails.run(mails.deps.guestMailer);
    expect(await refused.row()).toMatchObject({ state: 'queued', reason: 'address_refused' });
    const other = await queued();
    await mails.run(mails.mailerTo(mailbox.smtpUrl));
    expect(await other.row()).toMatchObject({ state: 'sent' });
    await day();
  });
  expect(await refused.row()).toMatchObject({ state: 'failed', reason: 'address_refused' });
});

it('while reservations is away a mail waits without an attempt', async () => {
  const { row } = await queued();
  mails.state.isDown = true;
  await mails.run();
  expect(await row()).toMatchObject({ state: 'queued', reason: 'booking_unavailable', attempts: 0 });
  mails.state.isDown = false;
  mails.clock.advance({ minutes: 1 });
  await mails.run();
  expect(await row()).toMatchObject({ state: 'sent', attempts: 1 });
});

it('a process that ends after the server’s yes and before the mark sends the mail once more, with the same Message-ID', async () => {
  const { row } = await queued();
  const ids: string[] = [];
  const dying = {
    async send(mail: { messageId: string }) {
      ids.push(mail.messageId);
      throw new Error('the process has ended');
    },
  };
  await mails.run(dying as never);
  expect(await row()).toMatchObject({ state: 'queued', attempts: 1 });
  await mails.run();
  expect(await row()).toMatchObject({ state: 'queued', attempts: 1 });
  mails.clock.advance({ seconds: 61 });
  await mails.run();
  expect(await row()).toMatchObject({ state: 'sent', attempts: 2 });
  expect(ids).toEqual([`<${(await row())?.id}@lodging.example>`]);
});

it('a process that was slow does not overwrite what its successor recorded', async () => {
  const { tenantId, row } = await queued();
  const [slow] = await mails.deps.guestMails.lease(mails.clock.now());
  expect(slow?.tenantId).toBe(tenantId);
  mails.clock.advance({ seconds: 61 });
  await mails.run();
  if (slow !== undefined)
    await mails.deps.guestMails.record(slow, { state: 'failed', reason: 'mail_server' }, mails.clock.now());
  expect(await row()).toMatchObject({ state: 'sent' });
});

it('two processes send each mail once', async () => {
  const all = await Promise.all(Array.from({ length: 12 }, () => queued()));
  await Promise.all([mails.run(), mails.run(), mails.run()]);
  const rows = await Promise.all(all.map(({ row }) => row()));
  expect(rows.map((one) => one?.attempts)).toEqual(all.map(() => 1));
});
