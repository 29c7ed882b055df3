import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, type Answer, type CallOptions } from '../harness/client.ts';
import type { DemoTenant } from '../harness/demo.ts';
import { connected } from '../harness/calendars.ts';
import { eventually } from '../harness/eventually.ts';
import { calendarOf, startFeedServer, type FeedServer } from '../harness/feed-server.ts';
import { startLodging, type Lodging } from '../harness/lodging.ts';
import { startOtlpSink, type OtlpSink, type Span } from '../harness/otlp-sink.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import { codeFromMail, openPayment, payByCard, quote, untilState } from '../harness/stay.ts';
import { declarationOf, faultsOfMetric, faultsOfSpan, readRegistry } from '../harness/telemetry-registry.ts';
import { costsOfPage, keptByPage, keptOf, scrapeCosts } from '../harness/telemetry-cost.ts';
import { tracedStay } from '../harness/traced-stay.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver.ts';
import { registered } from '../harness/webhooks.ts';
import type { Reservation } from '../harness/records.ts';

const SERVICES = ['channels', 'gateway', 'inventory', 'notifications', 'payments', 'reservations'];
const CLIENT_SPAN = randomBytes(8).toString('hex');
const traceId = randomBytes(16).toString('hex');
const traceparent = `00-${traceId}-${CLIENT_SPAN}-01`;
const registry = readRegistry();
/** The secret part of the calendar's URL. */
const FEED_SECRET = randomUUID();

/** The sampled trace context of a client. */
class TracingClient extends Client {
  override send<T>(method: string, path: string, options: CallOptions = {}): Promise<Answer<T>> {
    return super.send<T>(method, path, { ...options, headers: { ...options.headers, traceparent } });
  }
}

let sink: OtlpSink;
let receiver: WebhookReceiver;
let elsewhere: FeedServer;
let lodging: Lodging;
/** Values that no export may contain. */
const secrets: string[] = [];
const email = `ada-${randomUUID()}@example.test`;

const ofTrace = (id: string) => sink.spans().filter((span) => span.traceId === id);
const webhook = (type: string) => receiver.received('/hook').find(({ body }) => body.type === type);

beforeAll(async () => {
  [sink, receiver, elsewhere] = await Promise.all([
    startOtlpSink(),
    startWebhookReceiver(),
    startFeedServer(),
  ]);
  lodging = await startLodging({
    TRACE_SAMPLE_RATIO: '1',
    OTEL_EXPORTER_OTLP_ENDPOINT: sink.url,
    OTEL_METRIC_EXPORT_INTERVAL: '1000',
    OTEL_BSP_SCHEDULE_DELAY: '200',
  });
  await stay();
});
afterAll(async () => {
  await lodging.stop();
  await Promise.all([sink.stop(), receiver.stop(), elsewhere.stop()]);
});

async function stay(): Promise<void> {
  const { demo } = lodging;
  const tenant = await makeTenant(demo);
  const room = await makeLodging(tenant.secret);
  await tenant.secret.put('/v1/mail-settings', { enabled: true, propertyName: 'Hotel Seeblick' });
  const endpoint = await registered(tenant.secret, receiver.urlOf('/hook'));
  const guest = new TracingClient(demo.gatewayUrl, tenant.secret.key);
  const window = { from: '2027-06-10T15:00:00Z', to: '2027-06-12T10:00:00Z' };

  const free = await guest.get(
    `/v1/availability?resource_id=${room.id}&from=${window.from}&to=${window.to}&party_size=1`,
  );
  expect(free.status, JSON.stringify(free.body)).toBe(200);
  const { signedQuoteToken } = await quote(guest, {
    resourceId: room.id,
    ratePlanId: room.ratePlanId,
    ...window,
    partySize: 1,
  });
  const idempotencyKey = randomUUID();
  const held = await guest.post<Reservation>('/v1/holds', { signedQuoteToken }, { idempotencyKey });
  const again = await guest.post<Reservation>('/v1/holds', { signedQuoteToken }, { idempotencyKey });
  expect([held.status, again.status, again.body.id]).toEqual([201, 200, held.body.id]);
  const { id } = held.body;

  expect((await guest.post(`/v1/holds/${id}/otp`, { email })).status).toBe(200);
  const code = await codeFromMail(demo, email);
  const { body: verified } = await guest.post<{ guestVerificationToken: string }>(
    `/v1/holds/${id}/otp/verify`,
    { email, code },
  );
  const handle = await openPayment(guest, id);
  await payByCard(demo, { accountId: tenant.accountId } as DemoTenant, handle);
  const { guestVerificationToken } = verified;
  const confirmed = await guest.post<Reservation>(`/v1/holds/${id}/confirm`, { guestVerificationToken });
  expect(confirmed.body.state, JSON.stringify(confirmed.body)).toBe('confirmed');
  await untilState(tenant.secret, id, 'confirmed');
  await blockedFromElsewhere(tenant, room.id);
  const feed = await guest.create<{ url: string }>(`/v1/resources/${room.id}/feed-tokens`, {});
  expect(feed.status, JSON.stringify(feed.body)).toBe(201);

  secrets.push(email, email.split('@')[0] ?? '', code, signedQuoteToken, guestVerificationToken);
  secrets.push(handle.clientSecret, endpoint.secret, tenant.secret.key ?? '', demo.adminToken);
  secrets.push(demo.stripe.secretKey, demo.stripe.webhookSecret, new URL(feed.body.url).pathname);
}

/** An imported calendar with the same nights: a block and a conflict. */
async function blockedFromElsewhere({ secret }: OwnTenant, roomId: string): Promise<void> {
  const path = `/${FEED_SECRET}/calendar.ics`;
  elsewhere.serve(path, calendarOf({ uid: 'other@elsewhere', from: '2027-06-11', to: '2027-06-14' }));
  await connected(secret, elsewhere.urlOf(path), roomId);
  secrets.push(FEED_SECRET);
}

describe('a booking from quote to conflict', () => {
  it('is one trace through all six services, without orphaned spans', async () => {
    const services = () => [...new Set(ofTrace(traceId).map(({ service }) => service))].toSorted();
    await eventually('all six services report the stay', async () => services().length === SERVICES.length);
    await eventually('the webhook of the new hold is exported', async () =>
      ofTrace(traceId).some(({ attributes }) => attributes['lodging.peer'] === 'webhook'),
    );
    await eventually('every parent and link is exported', async () => orphans().length === 0).catch(
      (error: unknown) => {
        throw new Error(`${String(error)}: ${JSON.stringify(orphans().slice(0, 5), undefined, 1)}`);
      },
    );
    expect(services()).toEqual(SERVICES);
    const roots = ofTrace(traceId).filter(({ parentSpanId }) => parentSpanId === CLIENT_SPAN);
    expect(new Set(roots.map(({ service, kind }) => `${service} ${kind}`))).toEqual(
      new Set(['gateway server']),
    );
  });

  it('has a span for each step, in its service', async () => {
    const steps = [
      'gateway server POST /v1/holds',
      'gateway client rpc.reservations.v1.place-hold',
      'reservations server rpc.reservations.v1.place-hold',
      'reservations client rpc.inventory.v1.claim-units',
      'inventory server rpc.inventory.v1.claim-units',
      'reservations producer send evt.reservations.v1.reservation.created',
      'notifications consumer process evt.reservations.v1.reservation.created',
      'notifications client POST',
      'notifications client send mail',
      'payments client POST /v1/payment_intents',
    ];
    const seen = () =>
      new Set(ofTrace(traceId).map(({ service, kind, name }) => `${service} ${kind} ${name}`));
    await eventually('every step is exported', async () => steps.every((step) => seen().has(step))).catch(
      (error: unknown) => {
        const missing = steps.filter((step) => !seen().has(step));
        throw new Error(
          `${String(error)}: ${missing.join(', ')}; seen: ${[...seen()].toSorted().join('\n')}`,
        );
      },
    );
    const summaries = ofTrace(traceId).map(({ attributes }) => attributes['db.query.summary']);
    expect(summaries.filter((summary) => summary !== undefined).length).toBeGreaterThan(10);
  });

  it('continues in the webhook and is linked from the provider’s notification', async () => {
    const created = await eventually('the webhook arrives', async () => webhook('reservation.created'));
    const [, trace, parent] = String(created.headers['traceparent']).split('-');
    expect(trace).toBe(traceId);
    await eventually('the try it came from', async () =>
      ofTrace(traceId).some((span) => span.spanId === parent && span.kind === 'client'),
    );

    // The provider sends no trace context: its notification starts a trace, which is linked to that of the booking.
    const apply = await eventually('what the provider said of the payment', async () =>
      sink.spans().find(({ name }) => name === 'apply payment_intent.succeeded'),
    );
    expect(apply.traceId).not.toBe(traceId);
    expect(apply.links.map((link) => link.traceId)).toEqual([traceId]);
    const received = ofTrace(apply.traceId).find(({ spanId }) => spanId === apply.parentSpanId);
    expect(received?.name).toBe('POST /webhooks/stripe');
  });
});

/** Until the reservation is inserted, and until the payment of the notification is found. */
const BEFORE_IT_IS_KNOWN = new Set([
  'gateway client rpc.reservations.v1.place-hold',
  'reservations client write insert_pending_reservation',
  'payments server POST /webhooks/stripe',
  'payments client write notification_store',
  'payments client write payment_by_id',
]);

/** The room is named in the mail with the code; what is kept of it serves every stay in it. */
const ABOUT_THE_ROOM = new Set([
  'inventory server rpc.inventory.v1.read-resource',
  'inventory client read resource_read',
]);

describe('a stay of which each request is a trace', () => {
  it('leads from each later request, and from the provider’s notification, to the hold by links, and names the reservation in all of them', async () => {
    const { id, made, later } = await tracedStay(lodging.demo, receiver.urlOf('/linked'));
    expect(later.map(({ request }) => request.replaceAll(id, ':id'))).toEqual([
      'POST /v1/holds/:id/otp',
      'POST /v1/holds/:id/otp/verify',
      'POST /v1/holds/:id/payment-intent',
      'POST /v1/holds/:id/confirm',
      'GET /v1/bookings/:id',
    ]);
    const ofStay = () => sink.spans().filter(({ attributes }) => attributes['lodging.reservation.id'] === id);
    const linkedFrom = (traceId: string) =>
      new Set(ofTrace(traceId).flatMap(({ links }) => links.map((link) => link.traceId)));
    await eventually('the webhook of the confirmation is exported', async () =>
      ofStay().some(({ attributes }) => attributes['lodging.webhook.event.type'] === 'reservation.confirmed'),
    );
    for (const { request, traceId: of } of later)
      await eventually(`${request} is linked to the hold`, async () => linkedFrom(of).has(made.traceId));
    const apply = await eventually('the notification', async () =>
      ofStay().find(({ name }) => name === 'apply payment_intent.succeeded'),
    );
    expect(apply.links.map((link) => link.traceId)).toEqual([later[2]?.traceId]);

    const traces = new Set([made, ...later, apply].map((one) => one.traceId));
    const unnamed = sink.spans().filter(({ traceId: of, attributes }) => {
      return traces.has(of) && attributes['lodging.reservation.id'] !== id;
    });
    const namesOf = new Set(unnamed.map(({ service, kind, name }) => `${service} ${kind} ${name}`));
    const others = [...namesOf].filter((name) => !ABOUT_THE_ROOM.has(name));
    expect(others.filter((name) => !BEFORE_IT_IS_KNOWN.has(name))).toEqual([]);
  });
});

/** Spans whose parent or link was not exported. */
function orphans(): Pick<Span, 'service' | 'name' | 'kind'>[] {
  const exported = new Set(sink.spans().map(({ spanId }) => spanId)).add(CLIENT_SPAN);
  return ofTrace(traceId)
    .filter(
      ({ parentSpanId, links }) =>
        !exported.has(parentSpanId) || links.some((link) => !exported.has(link.spanId)),
    )
    .map(({ service, name, kind }) => ({ service, name, kind }));
}

describe('exported telemetry', () => {
  it('is declared in the registry, down to each attribute and its values', () => {
    const faults = new Set([
      ...sink.spans().flatMap((span) => faultsOfSpan(registry, span)),
      ...sink.metrics().flatMap((metric) => faultsOfMetric(registry, metric)),
    ]);
    expect([...faults]).toEqual([]);
  });

  it('includes everything that the registry declares, except for rare cases', async () => {
    // A request without a key, for the metrics of refused ones.
    expect((await new Client(lodging.demo.gatewayUrl, 'sk_live_unknown').get('/v1/resources')).status).toBe(
      401,
    );
    const unseen = () => {
      const metrics = new Set(sink.metrics().map(({ name }) => name));
      const spans = new Set(sink.spans().map((span) => declarationOf(registry, span)));
      return [
        ...registry.metrics
          .filter(({ name, rare }) => rare !== true && !metrics.has(name))
          .map(({ name }) => name),
        ...registry.spans
          .filter((span) => span.rare !== true && !spans.has(span))
          .map(({ pattern }) => pattern),
      ];
    };
    await eventually('everything declared is seen', async () => unseen().length === 0).catch(
      (error: unknown) => {
        throw new Error(`${String(error)}: ${unseen().join(', ')}`);
      },
    );
  });

  it('contains no guest data, and no key, token or code', () => {
    const logs = Object.values(lodging.demo.services).map(({ logFile }) => readFileSync(logFile, 'utf8'));
    const everything = [sink.raw(), ...logs].join('\n');
    expect(everything.length).toBeGreaterThan(100_000);
    for (const secret of secrets.filter((one) => !/^\d{6}$/.test(one))) {
      expect(everything.includes(secret), `${secret.slice(0, 12)}… was seen`).toBe(false);
    }
    // Six digits occur in many numbers, so the code is searched as a whole value.
    const code = secrets.find((one) => /^\d{6}$/.test(one)) ?? '';
    const words = [`"${code}"`, ` ${code} `, `=${code}`, `:${code}`].filter((word) =>
      everything.includes(word),
    );
    expect(words.filter((word) => word !== `:${code}`)).toEqual([]);
  });

  it('adds trace ids to log lines', async () => {
    const { services, paymentsUrl } = lodging.demo;
    const refused = await fetch(`${paymentsUrl}/webhooks/stripe`, {
      method: 'POST',
      headers: { traceparent, 'stripe-signature': 't=1,v1=00' },
      body: '{}',
    });
    expect(refused.status).toBe(400);
    const logFile = services['payments']?.logFile ?? '';
    const line = await eventually('the refusal is logged', async () =>
      readFileSync(logFile, 'utf8')
        .split('\n')
        .find((text) => text.includes('invalid signature')),
    );
    expect(JSON.parse(line)).toMatchObject({
      trace_id: traceId,
      span_id: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  });
});

describe('a scrape', () => {
  it('costs what its page says, in samples and in bytes, after stays', async () => {
    const stated = costsOfPage();
    const measured = await scrapeCosts(lodging.demo);
    expect(Object.keys(stated).toSorted()).toEqual(SERVICES);
    const wrong = Object.entries(measured).filter(([service, { samples, kilobytes }]) => {
      const most = stated[service] ?? { samples: 0, kilobytes: 0 };
      const isMore = samples > most.samples || kilobytes > most.kilobytes;
      return isMore || samples * 2 < most.samples;
    });
    expect(wrong, JSON.stringify(measured)).toEqual([]);
  });
});

describe('the traces of a paid stay', () => {
  it('are kept to the share that the page says', async () => {
    const { id, made, later, first } = await tracedStay(lodging.demo, receiver.urlOf('/kept'));
    const requests = [...first, made, ...later];
    const ofStay = () => {
      const named = sink.spans().filter(({ attributes }) => attributes['lodging.reservation.id'] === id);
      const traces = new Set([...requests, ...named].map(({ traceId: one }) => one));
      return sink.spans().filter(({ traceId: one }) => traces.has(one));
    };
    await eventually('the webhook of the confirmation is exported', async () =>
      ofStay().some(({ attributes }) => attributes['lodging.webhook.event.type'] === 'reservation.confirmed'),
    );
    await untilItStays('no further span of the stay is exported for a second', () => ofStay().length);
    const [stated, measured] = [keptByPage(), keptOf(ofStay())];
    expect(measured, JSON.stringify(measured)).toMatchObject({
      keptTraces: stated.keptTraces,
      traces: stated.traces,
    });
    const share = ({ keptSpans, spans }: typeof stated) => keptSpans / spans;
    expect(Math.abs(share(measured) - share(stated)), JSON.stringify(measured)).toBeLessThan(0.1);
  });
});

/** Spans are exported each fifth of a second. */
async function untilItStays(description: string, count: () => number): Promise<void> {
  let before = -1;
  const isSame = async () => {
    const now = count();
    const same = now === before;
    before = now;
    return same;
  };
  await eventually(description, isSame, { everyMs: 1_000 });
}
