import { randomUUID } from 'node:crypto';
import { startMailbox } from '@lodging/emulators';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { queueReminders } from '../src/use-cases/mails/queue-reminders.ts';
import { SETTINGS, startMails } from './mails-harness.ts';
import type { MailsHarness } from './mails-harness.ts';

let mailbox: Awaited<ReturnType<typeof startMailbox>>;
let mails: MailsHarness;
beforeAll(async () => {
  mailbox = await startMailbox({ host: '127.0.0.1', smtpPort: 0, httpPort: 0 });
  mails = await startMails(mailbox.smtpUrl);
});
afterAll(async () => {
  await mails.close();
  await mailbox.stop();
});

const ARRIVAL = '2027-06-10';
const due = (reservationId: string, version = 2) => ({ reservationId, version, arrivalDate: ARRIVAL });

/** The windows in which reservations was requested for the reminders of a tenant. */
async function look(tenantId: string) {
  const windows: string[] = [];
  const { reservations } = mails.deps;
  const requested: typeof reservations = {
    ...reservations,
    listDueReminders(ctx, window) {
      if (ctx.tenantId === tenantId) windows.push(`${window.after} ${window.until} ${window.daysBefore}`);
      return reservations.listDueReminders(ctx, window);
    },
  };
  await queueReminders({ ...mails.deps, reservations: requested }, new AbortController().signal);
  return windows;
}

it('a stay has one reminder for each date of arrival, however often it is found', async () => {
  const tenantId = await mails.addTenant({ reminderDaysBefore: 2 });
  const stay = mails.addStay();
  mails.clock.advance({ minutes: 2 });
  mails.reminders.push(due(stay));
  await look(tenantId);
  mails.clock.advance({ minutes: 2 });
  mails.reminders.push(due(stay, 3));
  await look(tenantId);
  await mails.run();
  expect(await mails.mailsOf(tenantId, stay)).toMatchObject([
    { kind: 'stay_reminder', version: 2, state: 'sent' },
  ]);
});

it('each moment is looked at once, from when reminders were turned on, and at most a day later', async () => {
  const began = mails.clock.now();
  const tenantId = await mails.addTenant({ reminderDaysBefore: 3 });
  expect(await look(tenantId)).toEqual([]);
  mails.clock.advance({ minutes: 5 });
  const first = mails.clock.now();
  expect(await look(tenantId)).toEqual([`${began} ${first} 3`]);
  mails.clock.advance({ hours: 60 });
  const late = mails.clock.now();
  expect(await look(tenantId)).toEqual([`${late.subtract({ hours: 24 })} ${late} 3`]);
  mails.clock.advance({ hours: 1 });
  await mails.deps.mailSettings.put(
    tenantId,
    true,
    { ...SETTINGS, reminderDaysBefore: 5 },
    mails.clock.now(),
  );
  const changed = mails.clock.now();
  mails.clock.advance({ hours: 1 });
  expect(await look(tenantId)).toEqual([`${changed} ${mails.clock.now()} 5`]);
});

it.each([
  ['no days', { reminderDaysBefore: 0 }],
  ['mails that are off', { reminderDaysBefore: 2, enabled: false }],
  [
    'a reminder that is switched off',
    { reminderDaysBefore: 2, mails: { ...SETTINGS.mails, stay_reminder: false } },
  ],
])('with %s nothing is looked for', async (_what, settings) => {
  const tenantId = await mails.addTenant(settings);
  mails.clock.advance({ hours: 1 });
  expect(await look(tenantId)).toEqual([]);
});

it('a reminder that comes after the arrival is not sent', async () => {
  const tenantId = await mails.addTenant({ reminderDaysBefore: 2 });
  const stay = mails.addStay({ startsAt: mails.clock.now().subtract({ hours: 1 }) });
  const mail = { id: randomUUID(), livemode: true, reservationId: stay, kind: 'stay_reminder' as const };
  const now = mails.clock.now();
  const more = { fact: ARRIVAL, version: 2, requested: false, suppression: null, createdAt: now };
  await mails.deps.guestMails.add(tenantId, [{ ...mail, ...more }]);
  await mails.run();
  expect(await mails.mailsOf(tenantId, stay)).toMatchObject([{ state: 'suppressed', reason: 'not_current' }]);
});
