import { randomUUID } from 'node:crypto';
import { freePort } from '@lodging/kit-testing/servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bookedOffline, weeklyStays } from '../harness/bookings.ts';
import type { BookingRequest } from '../harness/bookings.ts';
import { eventually } from '../harness/eventually.ts';
import { MAIL_SETTINGS, mailsOf, mailsTo } from '../harness/guest-mails.ts';
import { anotherProcess, startLodging } from '../harness/lodging.ts';
import type { Lodging } from '../harness/lodging.ts';
import { startMailLink } from '../harness/mail-link.ts';
import type { MailLink, MailMoment } from '../harness/mail-link.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnTenant } from '../harness/own-tenant.ts';
import { asSuperuser } from '../harness/rotated-logins.ts';

/** The mail server gets no mail before the last one, and after it none is killed: no mail can come a third time. */
const ROUNDS: { killed: string; heldAt: MailMoment; awaitsMail: boolean }[] = [
  { killed: 'with events that it has not read', heldAt: 'greeting', awaitsMail: false },
  { killed: 'before the mail server speaks', heldAt: 'greeting', awaitsMail: true },
  { killed: 'before the mail server has the mail', heldAt: 'awaitsMail', awaitsMail: true },
  { killed: 'before the answer that the mail server has the mail', heldAt: 'taken', awaitsMail: true },
];
const STAYS_A_ROUND = 2;

interface Confirmed {
  readonly id: string;
  readonly email: string;
}

let link: MailLink;
let lodging: Lodging;
let tenant: OwnTenant;
let next: () => BookingRequest;

beforeAll(async () => {
  const smtpPort = await freePort();
  link = await startMailLink(smtpPort);
  lodging = await startLodging({ MAIL_SMTP_PORT: String(smtpPort), SMTP_URL: link.url });
  tenant = await makeTenant(lodging.demo);
  next = weeklyStays(await makeLodging(tenant.secret));
  expect((await tenant.secret.put('/v1/mail-settings', MAIL_SETTINGS)).status).toBe(200);
});
afterAll(async () => {
  link.stop();
  await lodging.stop();
});

async function booked(): Promise<Confirmed> {
  const email = `guest-${randomUUID()}@example.test`;
  const { id, state } = await bookedOffline(tenant.secret, { ...next(), guestEmail: email });
  expect(state).toBe('confirmed');
  return { id, email };
}

/** A mail that a killed process was sending is due again after a minute: that minute is over. */
const endLeases = () =>
  asSuperuser(
    lodging,
    `UPDATE notifications.guest_mails SET next_attempt_at = now() WHERE state = 'queued' AND next_attempt_at > now()`,
  );

async function runningPid(): Promise<number> {
  return (await lodging.reread()).services['notifications']?.pid ?? 0;
}

async function killedRound({ killed, heldAt, awaitsMail }: (typeof ROUNDS)[number]): Promise<Confirmed[]> {
  let pid = await runningPid();
  link.holdAt(heldAt);
  const stays: Confirmed[] = [];
  for (let count = 0; count < STAYS_A_ROUND; count += 1) stays.push(await booked());
  await endLeases();
  if (awaitsMail) await eventually(`a mail is under way: ${killed}`, async () => link.held() > 0);
  process.kill(pid, 'SIGKILL');
  if (heldAt === 'taken') link.pass();
  else {
    // Once more, as it starts.
    const dead = pid;
    pid = await eventually('the next process starts', async () => {
      const started = await runningPid();
      return started !== dead && started;
    });
    process.kill(pid, 'SIGKILL');
  }
  await anotherProcess(lodging, 'notifications', pid);
  return stays;
}

it('each booking has its confirmation, at most twice and then with one Message-ID, whenever notifications is killed', async () => {
  const stays: Confirmed[] = [];
  for (const round of ROUNDS) stays.push(...(await killedRound(round)));
  await endLeases();

  const copies: number[] = [];
  for (const { id, email } of stays) {
    const listed = await eventually(
      `the mails of ${id} are marked as sent`,
      async () => {
        const rows = await mailsOf(tenant.secret, id);
        return rows.length > 0 && rows.every(({ state }) => state === 'sent') && rows;
      },
      { withinMs: 30_000 },
    );
    expect(listed, id).toMatchObject([{ kind: 'booking_confirmed', reason: null }]);
    const received = await mailsTo(lodging.demo, email, 'Your booking is confirmed');
    expect(new Set(received.map(({ MessageID }) => MessageID)).size, id).toBe(1);
    copies.push(received.length);
  }
  // The mail server had at least one when the last process was killed, whose answer never arrived.
  expect(new Set(copies), copies.join()).toEqual(new Set([1, 2]));
}, 120_000);
