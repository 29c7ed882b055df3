import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import type { Demo, DemoTenant } from './demo.ts';
import { codeFromMail, payByCard } from './stay.ts';
import type { PaymentHandle, Quote, Reservation } from './records.ts';

export interface Hotel {
  readonly url: string;
  readonly key: string;
  readonly accountId: string;
  readonly room: { readonly id: string; readonly ratePlanId: string };
  /** For how long a guest repeats what is answered with 503, under the same key; not at all unless given. */
  readonly retryForMs?: number;
}

export interface Guests {
  confirmed(): number;
  /** Resolves to the errors of the stays that were not confirmed. */
  stop(): Promise<string[]>;
}

/**
 * Guests who each book and pay one stay after the other, until stopped. The answers are not held to the API document,
 * because services of two releases may answer.
 */
export function bookStays(guests: number, demo: Demo, hotel: Hotel): Guests {
  const state = { confirmed: 0, booked: 0, stopped: false };
  const failures: string[] = [];
  const rounds = Array.from({ length: guests }, async () => {
    while (!state.stopped) {
      const start = Temporal.Now.plainDateISO('UTC').add({ days: 30 + 2 * state.booked });
      state.booked += 1;
      try {
        await wholeStay(demo, hotel, start);
        state.confirmed += 1;
      } catch (error) {
        failures.push(inspect(error));
      }
    }
  });
  return {
    confirmed: () => state.confirmed,
    async stop() {
      state.stopped = true;
      await Promise.all(rounds);
      return failures;
    },
  };
}

/** Resolves to its id. One night, paid by card. */
export async function wholeStay(demo: Demo, hotel: Hotel, start: Temporal.PlainDate): Promise<string> {
  const { id: resourceId, ratePlanId } = hotel.room;
  const window = { from: `${start}T15:00:00Z`, to: `${start.add({ days: 1 })}T10:00:00Z` };
  const { signedQuoteToken } = await post<Quote>(hotel, 'quotes', {
    resourceId,
    ratePlanId,
    ...window,
    partySize: 1,
  });
  const { id } = await post<Reservation>(hotel, 'holds', { signedQuoteToken });
  const email = `guest-${randomUUID()}@example.test`;
  await post(hotel, `holds/${id}/otp`, { email });
  const code = await codeFromMail(demo, email);
  const verified = await post<{ guestVerificationToken: string }>(hotel, `holds/${id}/otp/verify`, {
    email,
    code,
  });
  const handle = await post<PaymentHandle>(hotel, `holds/${id}/payment-intent`);
  await payByCard(demo, { accountId: hotel.accountId } as DemoTenant, handle);
  const { state } = await post<Reservation>(hotel, `holds/${id}/confirm`, verified);
  if (state !== 'confirmed') throw new Error(`${id} is ${state}`);
  return id;
}

async function post<T>({ url, key, retryForMs = 0 }: Hotel, path: string, body?: unknown): Promise<T> {
  const headers = {
    authorization: `Bearer ${key}`,
    'idempotency-key': randomUUID(),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const request = () =>
    fetch(`${url}/v1/${path}`, {
      method: 'POST',
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
  const until = performance.now() + retryForMs;
  let answer = await request();
  while (answer.status === 503 && performance.now() < until) {
    await answer.arrayBuffer();
    await pause(250);
    answer = await request();
  }
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path.replace(/[\da-f-]{36}/, '{id}')}: ${answer.status} ${text}`);
  return JSON.parse(text) as T;
}
