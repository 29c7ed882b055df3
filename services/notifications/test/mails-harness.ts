import { randomUUID } from 'node:crypto';
import { openDatabase } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { fixedClock, freshSchema, testLogger } from '@lodging/kit-testing';
import { createMailDeps } from '../src/app.ts';
import { mailOfEvent } from '../src/domain/mails/mail-of-event.ts';
import { NO_MAIL_SETTINGS } from '../src/domain/mails/mail-settings.ts';
import type { MailSettings } from '../src/domain/mails/mail-settings.ts';
import { SAMPLE_NOW, sampleStay } from '../src/domain/mails/sample-stay.ts';
import type { StayFacts } from '../src/domain/mails/stay-facts.ts';
import { migrations } from '../src/migrations.ts';
import { createEventLog } from '../src/outbound/events/event-log.ts';
import { createGuestMailer } from '../src/outbound/mails/guest-mailer.ts';
import type { NotificationsDeps } from '../src/ports/deps.ts';
import type { GuestMailer } from '../src/ports/mails.ts';
import { ReservationsUnavailable } from '../src/ports/neighbours.ts';
import type { DueReminder, ReservationsClient } from '../src/ports/neighbours.ts';
import { logEvent } from '../src/use-cases/events/log-event.ts';
import { sendDueMails } from '../src/use-cases/mails/send-due-mails.ts';

const FROM = 'Lodging <no-reply@lodging.example>';

const SECRETS = {
  MAIL_FROM: FROM,
  WEBHOOK_SECRET_KEY: ['a secret of thirty-two characters'] as [string],
};
const noBus = { request: () => Promise.reject(new Error('no bus')) };

export const SETTINGS: MailSettings = {
  ...NO_MAIL_SETTINGS,
  enabled: true,
  propertyName: 'Hotel Seeblick',
  replyTo: 'desk@seeblick.example',
  languages: ['en', 'de', 'fr', 'es'],
  testMailbox: 'tests@seeblick.example',
};

export type MailsHarness = Awaited<ReturnType<typeof startMails>>;

interface Published {
  readonly object?: Readonly<Record<string, unknown>>;
  readonly version?: number;
  readonly id?: `${string}-${string}-${string}-${string}-${string}`;
  readonly livemode?: boolean;
}

/** Mails on a real database and a mail server; reservations answers from a map. */
export async function startMails(smtpUrl: string, options: { timeoutMs?: number } = {}) {
  const schema = await freshSchema({ schema: 'notifications', sources: migrations });
  const log = testLogger();
  const db = openDatabase({ url: schema.url, schema: 'notifications', log });
  const clock = fixedClock(SAMPLE_NOW);
  const stays = new Map<string, StayFacts>();
  const reminders: DueReminder[] = [];
  const state = { isDown: false };
  const errors: unknown[] = [];
  const reservations: ReservationsClient = {
    async readStay(_ctx, id) {
      if (state.isDown) throw new ReservationsUnavailable('reservations is down');
      return stays.get(id);
    },
    async *listDueReminders() {
      yield reminders.splice(0);
    },
  };
  const deps = {
    ...createMailDeps({ settings: { ...SECRETS, SMTP_URL: smtpUrl }, db, log, clock, bus: noBus }),
    clock,
    newId: randomUUID,
    onMailError: (error: unknown) => void errors.push(error),
    reservations,
  };
  const mailerTo = (url: string) => createGuestMailer({ url, from: FROM, ...options });
  return {
    db,
    clock,
    deps,
    stays,
    reminders,
    state,
    errors,
    mailerTo,
    ...makersOf(deps, stays),
    publish: publisherTo(db, clock),
    run: (guestMailer: GuestMailer = deps.guestMailer) =>
      sendDueMails({ ...deps, guestMailer }, new AbortController().signal),
    async close() {
      await db.close();
      await schema.drop();
    },
  };
}

type Clock = ReturnType<typeof fixedClock>;
type Deps = Pick<NotificationsDeps, 'mailSettings' | 'guestMails' | 'clock'>;

function makersOf({ mailSettings, guestMails, clock }: Deps, stays: Map<string, StayFacts>) {
  return {
    async addTenant(changes: Partial<MailSettings> = {}, livemode = true) {
      const tenantId = randomUUID();
      await mailSettings.put(tenantId, livemode, { ...SETTINGS, ...changes }, clock.now());
      return tenantId;
    },
    addStay(changes: Partial<StayFacts> = {}) {
      const reservationId = randomUUID();
      const stay = { ...sampleStay('booking_confirmed', 'en'), manageToken: null, ...changes };
      stays.set(reservationId, { ...stay, reservationId });
      return reservationId;
    },
    mailsOf: async (tenantId: string, reservationId: string) =>
      (await guestMails.list(tenantId, reservationId, { limit: 100, after: null })).rows,
  };
}

/** As the consumer logs an event. */
function publisherTo(db: Database, clock: Clock) {
  const eventLog = createEventLog(db, { clock, onQueued: () => undefined });
  return async (
    tenantId: string,
    reservationId: string,
    type: string,
    { object = { holdExpiresAt: null }, version = 2, id = randomUUID(), livemode = true }: Published = {},
  ) => {
    const about = { id, type: `evt.reservations.v1.${type}`, tenantId, livemode };
    const event = { ...about, occurredAt: clock.now().toString() };
    const mail = mailOfEvent({ type, version, object });
    const mark = { consumer: 'notifications', eventId: id };
    await logEvent({ eventLog }, { event, reservationId, object, mail, mark });
    return id;
  };
}
