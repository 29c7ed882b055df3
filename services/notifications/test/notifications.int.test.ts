import { randomUUID } from 'node:crypto';
import { limitMails, readMailLimits, sendCodeMail } from '@lodging/contract-notifications';
import { newId, readSettings } from '@lodging/kit-runtime';
import { connectBus, serve } from '@lodging/kit-messaging';
import type { Bus, ServiceContext } from '@lodging/kit-messaging';
import { openDatabase } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import {
  clientContext,
  fixedClock,
  freshSchema,
  testIdentity,
  testIdentitySettings,
  testLogger,
  useServers,
} from '@lodging/kit-testing';
import type { FreshSchema } from '@lodging/kit-testing';
import { startMailbox } from '@lodging/emulators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notifications } from '../src/app.ts';
import { migrations } from '../src/migrations.ts';
import { createEventLog } from '../src/outbound/events/event-log.ts';
import { settings } from '../src/settings.ts';
import type { Settings } from '../src/settings.ts';
import { logEvent } from '../src/use-cases/events/log-event.ts';
import type { LogEvent } from '../src/use-cases/events/log-event.ts';

const log = testLogger();
const clock = fixedClock('2026-11-20T09:00:00Z');
let schema: FreshSchema;
let db: Database;
let bus: Bus;
let mailbox: Awaited<ReturnType<typeof startMailbox>>;
let ends: (() => Promise<unknown> | void)[] = [];

beforeAll(async () => {
  schema = await freshSchema({ schema: 'notifications', sources: migrations });
  db = openDatabase({ url: schema.url, schema: 'notifications', log });
  bus = await connectBus({ url: useServers().natsUrl, name: 'notifications', identity: testIdentity(), log });
  mailbox = await startMailbox({ host: '127.0.0.1', smtpPort: 0, httpPort: 0 });
  const service = await buildService();
  const served = await serve(bus, { group: 'notifications', log }, service.routes);
  ends = [
    () => served.stop(),
    () => service.stop(),
    ...service.observers,
    () => mailbox.stop(),
    () => bus.drain(),
    () => db.close(),
    () => schema.drop(),
  ];
});
afterAll(async () => {
  for (const end of ends) await end();
});

/** The parts of the service, without its process. */
async function buildService() {
  const values = readSettings(settings, {
    POSTGRES_URL: schema.url,
    NATS_URL: useServers().natsUrl,
    SMTP_URL: mailbox.smtpUrl,
    WEBHOOK_SECRET_KEY: 'a secret of thirty-two characters',
    ...testIdentitySettings('notifications'),
  });
  const context = { db, clock, newId, log, settings: values };
  return notifications.build(context as unknown as ServiceContext<Settings>);
}

describe('send-code-mail', () => {
  it('puts the code into the guest’s mailbox before it answers, and into no log line', async () => {
    const request = {
      reservationId: randomUUID(),
      to: 'guest@example.test',
      code: '493817',
      // The mail leaves a moment after the code was made.
      expiresAt: '2026-11-20T09:09:59.900Z',
    };
    const answer = await bus.request(
      sendCodeMail,
      request,
      clientContext(randomUUID(), true, { timeoutMs: 2_000 }),
    );
    expect(answer).toMatchObject({ ok: true, value: { accepted: true } });
    const list = (await (await fetch(`${mailbox.url}/api/v1/messages`)).json()) as {
      messages: { ID: string }[];
    };
    const mail = (await (await fetch(`${mailbox.url}/api/v1/message/${list.messages[0]?.ID}`)).json()) as {
      Text: string;
      Subject: string;
    };
    expect(mail.Text).toContain('493817');
    expect(mail.Text).toContain('10 minutes');
    expect(mail.Subject).not.toContain('493817');
    expect(JSON.stringify(log.lines)).not.toContain('493817');
  });

  it('is in the language of its request, from the property, and a name adds no header', async () => {
    const to = `guest-${randomUUID()}@example.test`;
    const name = 'Gasthof "Zur Post", <Ötztal>\r\nBcc: victim@example.test\r\n\r\nBuy this';
    const request = {
      reservationId: randomUUID(),
      to,
      code: '493817',
      expiresAt: '2026-11-20T09:09:59.900Z',
      languages: ['it', 'de-AT'],
      property: name,
      stay: { resourceName: name, from: '2027-06-10', to: '2027-06-12' },
    };
    const ctx = clientContext(randomUUID(), true, { timeoutMs: 2_000 });
    expect(await bus.request(sendCodeMail, request, ctx)).toMatchObject({ ok: true });
    const found = (await (await fetch(`${mailbox.url}/api/v1/search?query=to:${to}`)).json()) as {
      messages: { ID: string }[];
    };
    const mail = (await (await fetch(`${mailbox.url}/api/v1/message/${found.messages[0]?.ID}`)).json()) as {
      From: { Name: string; Address: string };
      To: object[];
      Bcc: object[];
      Subject: string;
      Text: string;
      HTML: string;
    };
    const line = 'Gasthof "Zur Post", <Ötztal> Bcc: victim@example.test Buy this';
    const { address } = /<(?<address>[^>]+)>/.exec(settings.shape.MAIL_FROM.parse(undefined))?.groups ?? {};
    expect(mail.From).toEqual({ Name: line, Address: address });
    expect(mail.To).toHaveLength(1);
    expect(mail.Bcc).toEqual([]);
    expect(mail.Subject).toBe(`Ihr Bestätigungscode: ${line}, ${line}, 10.–12. Juni 2027`);
    expect(mail.Text).toContain('Ihr Bestätigungscode lautet 493817.');
    expect(mail.HTML).toContain('&lt;Ötztal&gt;');
  });
});

describe('limit-mails', () => {
  const contextOf = (tenantId: string, kind: 'platform' | 'secret') => {
    const caller = kind === 'secret' ? { kind, keyId: randomUUID() } : { kind };
    return {
      ...clientContext(tenantId, true, { timeoutMs: 2_000 }),
      caller: { ...caller, permissions: [] },
    };
  };

  it('is for the platform alone, and changes the limits of one tenant', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const read = (tenantId: string) => bus.request(readMailLimits, {}, contextOf(tenantId, 'platform'));
    const limits = { mailsPerAddressHour: 10, mailsPerAddressDay: 20 };
    expect(await read(one)).toMatchObject({ ok: true, value: limits });
    const changed = { ...limits, mailsPerAddressDay: null };
    const limit = bus.request(limitMails, { mailsPerAddressDay: null }, contextOf(one, 'platform'));
    expect(await limit).toMatchObject({ ok: true, value: changed });
    const refused = bus.request(limitMails, { mailsPerAddressDay: 1 }, contextOf(one, 'secret'));
    await expect(refused).rejects.toThrow(/limit-mails/);
    expect(await read(one)).toMatchObject({ ok: true, value: changed });
    expect(await read(other)).toMatchObject({ ok: true, value: limits });
  });
});

describe('log-event', () => {
  type Incoming = LogEvent['event'];
  const logger = () => {
    const eventLog = createEventLog(db, { clock, onQueued: () => undefined });
    return (event: Incoming, reservationId: string) => {
      const mark = { consumer: 'notifications', eventId: event.id };
      return logEvent({ eventLog }, { event, reservationId, object: {}, mark });
    };
  };
  const incoming = (tenantId: string) => ({
    id: randomUUID(),
    type: 'evt.reservations.v1.reservation.created',
    tenantId,
    livemode: true,
    occurredAt: '2026-11-20T09:00:00Z',
  });
  const logged = (tenantId: string) =>
    db.readInTenant<{ id: string; sequence: bigint }>(tenantId, {
      name: 'logged',
      text: 'SELECT id, sequence FROM events WHERE tenant_id = $1 ORDER BY sequence',
      values: [tenantId],
    });

  it('logs an event once, however often it is delivered at once', async () => {
    const tenantId = randomUUID();
    const event = incoming(tenantId);
    const reservationId = randomUUID();
    await Promise.all(Array.from({ length: 10 }, () => logger()(event, reservationId)));
    expect(await logged(tenantId)).toEqual([{ id: event.id, sequence: 1n }]);
  });

  it('numbers the events of one reservation without gap or double, twenty at a time', async () => {
    const tenantId = randomUUID();
    const reservationId = randomUUID();
    const events = Array.from({ length: 20 }, () => incoming(tenantId));
    await Promise.all(events.map((event) => logger()(event, reservationId)));
    const sequences = (await logged(tenantId)).map((row) => Number(row.sequence));
    expect(sequences).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  it('gives concurrent events positions in the order of their arrival, and a broken one affects no other', async () => {
    const tenantId = randomUUID();
    const log = logger();
    const events = Array.from({ length: 12 }, () => incoming(tenantId));
    const broken = { ...incoming(tenantId), occurredAt: 'never' };
    const append = (event: typeof broken) => log(event, randomUUID());
    const [outcome] = await Promise.all([Promise.allSettled([append(broken)]), ...events.map(append)]);
    expect(outcome[0]?.status).toBe('rejected');
    const places = await db.readInTenant<{ id: string; position: bigint }>(tenantId, {
      name: 'places',
      text: 'SELECT id, position FROM events ORDER BY position',
      values: [],
    });
    expect(places).toEqual(events.map(({ id }, index) => ({ id, position: BigInt(index + 1) })));
  });
});
