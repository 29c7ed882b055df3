import { randomUUID } from 'node:crypto';
import type { Client } from '../../harness/client.ts';
import { makeLodging } from '../../harness/own-tenant.ts';
import type { Reservation } from '../../harness/records.ts';
import { codeFromMail, openPayment, payByCard } from '../../harness/stay.ts';
import { withDatabase } from '../multiply.ts';
import type { Stage } from '../stage.ts';
import type { Plan } from './paths.ts';

/** The lengths of one real answer of each operation; the stay that it takes leaves a row of each kind to copy. */
export async function answerBytes({ secret, demo, tenant }: Stage): Promise<Plan['answerBytes']> {
  const room = await makeLodging(secret, { units: 2 });
  const start = Temporal.Now.plainDateISO('UTC').add({ days: 20 });
  const window = { from: `${start}T15:00:00Z`, to: `${start.add({ days: 2 })}T10:00:00Z` };
  const stay = { resourceId: room.id, ratePlanId: room.ratePlanId, ...window, partySize: 1 };
  const email = `bench-${randomUUID()}@example.test`;
  const { from, to } = window;
  const available = await secret.get(
    `/v1/availability?resource_id=${room.id}&from=${from}&to=${to}&party_size=1`,
  );
  const quoted = await secret.post<{ signedQuoteToken: string }>('/v1/quotes', stay);
  const { signedQuoteToken } = quoted.body;
  const held = await secret.create<Reservation>('/v1/holds', { signedQuoteToken });
  const ofHold = (action: string) => `/v1/holds/${held.body.id}/${action}`;
  const sent = await secret.post(ofHold('otp'), { email });
  const code = await codeFromMail(demo, email);
  const verified = await secret.post<{ guestVerificationToken: string }>(ofHold('otp/verify'), {
    email,
    code,
  });
  const handle = await openPayment(secret, held.body.id);
  await payByCard(demo, tenant, handle);
  const { guestVerificationToken } = verified.body;
  const confirmed = await secret.post(ofHold('confirm'), { guestVerificationToken });
  const booked = await bookOffline(secret, stay);
  const bytes = (body: unknown) => Buffer.byteLength(JSON.stringify(body));
  return {
    availability: bytes(available.body),
    quote: bytes(quoted.body),
    price: bytes(quoted.body) - bytes(signedQuoteToken),
    hold: bytes(held.body),
    booking: bytes(booked),
    'send-code': bytes(sent.body),
    'verify-code': bytes(verified.body),
    pay: bytes(handle),
    'open-payment': bytes(handle),
    confirm: bytes(confirmed.body),
    'check-payment': bytes(handle),
    event: await eventBytes(demo),
  };
}

/** As published. */
async function eventBytes(demo: Stage['demo']): Promise<number> {
  const text = `SELECT avg(octet_length(envelope))::int AS bytes FROM
    (SELECT envelope FROM reservations.outbox UNION ALL SELECT envelope FROM payments.outbox) AS published`;
  const { rows } = await withDatabase(demo, (client) => client.query<{ bytes: number }>(text));
  return rows[0]?.bytes ?? 0;
}

async function bookOffline(secret: Client, stay: object): Promise<unknown> {
  const guestEmail = 'guest@example.test';
  const { status, body } = await secret.create('/v1/bookings', { ...stay, guestEmail, paidOffline: true });
  if (status !== 201) throw new Error(`no booking whose answer is measured: ${JSON.stringify(body)}`);
  return body;
}
