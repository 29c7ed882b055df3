import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { confirm, openPayment, payByCard, quote, type RequestedStay } from '../harness/stay.ts';
import { eventually } from '../harness/eventually.ts';
import { makeLodging } from '../harness/own-tenant.ts';
import type { OwnResource } from '../harness/own-tenant.ts';
import { operationOf, STAY } from './bare/paths.ts';
import type { Bare } from './bare/start-bare.ts';
import { drain, median, rateOf, type Figures } from './load.ts';
import { analyse } from './multiply.ts';
import type { Stage } from './stage.ts';
import { alternateFloors, untilSteady, type Floor } from './turns.ts';
import type { Reservation } from '../harness/records.ts';

export interface StayFigures {
  readonly connections: number;
  readonly figures: Figures;
  /** Of the last request alone, sent as soon as the card is charged: the provider's notification may not have come yet. */
  readonly confirmP50Ms: number;
  /** The same where the notification has come, one guest at a time. */
  readonly settledConfirmP50Ms?: number;
  /** The requests, commits, events and provider calls of a stay without the product; older reports have none. */
  readonly path?: Floor;
}

async function codeFor(stage: Stage, email: string): Promise<string> {
  return eventually(`the code for ${email}`, async () => {
    const found = (await (
      await fetch(`${stage.demo.mail.url}/api/v1/search?query=${encodeURIComponent(`to:${email}`)}`)
    ).json()) as { messages: { ID: string }[] };
    const id = found.messages[0]?.ID;
    if (id === undefined) return undefined;
    const mail = (await (await fetch(`${stage.demo.mail.url}/api/v1/message/${id}`)).json()) as {
      Text: string;
    };
    return /\b\d{6}\b/.exec(mail.Text)?.[0];
  });
}

interface Watch {
  /** Between the payment and its confirmation. */
  readonly waitMs?: number;
  readonly onConfirmed?: (ms: number) => void;
}

export async function wholeStay(
  stage: Stage,
  requestedStay: RequestedStay,
  watch: Watch = {},
): Promise<string> {
  const { secret, demo, tenant } = stage;
  const { signedQuoteToken } = await quote(secret, requestedStay);
  const { body: held } = await secret.create<Reservation>('/v1/holds', { signedQuoteToken });
  const email = `bench-${randomUUID()}@example.test`;
  await secret.post(`/v1/holds/${held.id}/otp`, { email });
  const code = await codeFor(stage, email);
  const verified = await secret.post<{ guestVerificationToken: string }>(`/v1/holds/${held.id}/otp/verify`, {
    email,
    code,
  });
  await payByCard(demo, tenant, await openPayment(secret, held.id));
  if (watch.waitMs !== undefined) await pause(watch.waitMs);
  const began = performance.now();
  const confirmed = await confirm(secret, held.id, verified.body.guestVerificationToken);
  watch.onConfirmed?.(performance.now() - began);
  return confirmed.body.state;
}

/** The first four hundred stays take up to a half more time than those after them. */
const WARM_UP = { stays: 80, least: 5, most: 10 };
const STAYS: Record<number, number> = { 1: 50, 8: 240 };
const SETTLED = { stays: 25, waitMs: 100 };

/** Stays of two nights, one after the other. */
export function requestedStaysFor(room: Required<OwnResource>): (count: number) => RequestedStay[] {
  let stays = 0;
  return (count) =>
    Array.from({ length: count }, () => {
      stays += 1;
      const start = Temporal.Now.plainDateISO('UTC').add({ days: 30 + (stays % 600) });
      const window = { from: `${start}T15:00:00Z`, to: `${start.add({ days: 2 })}T10:00:00Z` };
      return { resourceId: room.id, ratePlanId: room.ratePlanId, ...window, partySize: 1 };
    });
}

const TURNS = 5;

/** The requests of a stay one after another, and between them the report of the provider. */
async function bareStay(bare: Bare): Promise<string> {
  for (const name of STAY) {
    const [method, url] = operationOf(name).route ?? ['POST', '/'];
    const headers = { 'content-type': 'application/json' };
    const path = url.replace(':id', randomUUID());
    const answer = await fetch(bare.url + path, { method, headers, body: '{}' });
    await answer.arrayBuffer();
    if (answer.status !== 200) return String(answer.status);
  }
  return 'confirmed';
}

export async function measureStays(stage: Stage, bare: Bare): Promise<StayFigures[]> {
  const nextStays = requestedStaysFor(await makeLodging(stage.secret, { units: 40 }));
  const warm = () => drain(nextStays(WARM_UP.stays), 8, (requestedStay) => wholeStay(stage, requestedStay));
  const path = (count: number, workers: number) =>
    drain(
      Array.from({ length: count }, (_, index) => index),
      workers,
      () => bareStay(bare),
    );
  await untilSteady(async () => [rateOf(await warm()), rateOf(await path(WARM_UP.stays, 8))], WARM_UP);
  await analyse(stage.demo);
  const results: StayFigures[] = [];
  for (const connections of [1, 8]) {
    const times: number[] = [];
    const onConfirmed = (ms: number) => times.push(ms);
    const ofTurn = (STAYS[connections] ?? 0) / TURNS;
    const measured = await alternateFloors(stage, TURNS, {
      product: () =>
        drain(nextStays(ofTurn), connections, (requestedStay) =>
          wholeStay(stage, requestedStay, { onConfirmed }),
        ),
      floors: [() => path(ofTurn, connections)],
    });
    const [floor] = measured.floors;
    const settled = connections === 1 ? await settledConfirms(stage, nextStays(SETTLED.stays)) : {};
    const beside = floor === undefined ? {} : { path: floor };
    results.push({
      connections,
      figures: measured.product,
      confirmP50Ms: median(times),
      ...settled,
      ...beside,
    });
  }
  return results;
}

async function settledConfirms(
  stage: Stage,
  requestedStays: readonly RequestedStay[],
): Promise<Pick<StayFigures, 'settledConfirmP50Ms'>> {
  const times: number[] = [];
  const { waitMs } = SETTLED;
  const onConfirmed = (ms: number) => times.push(ms);
  await drain(requestedStays, 1, (requestedStay) => wholeStay(stage, requestedStay, { waitMs, onConfirmed }));
  return { settledConfirmP50Ms: median(times) };
}
