import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { confirm, openPayment, payByCard, quote, type Reservation, type Wish } from '../harness/stay.ts';
import { eventually } from '../harness/eventually.ts';
import { makeLodging } from '../harness/own-tenant.ts';
import { drain, median, rateOf, type Figures } from './load.ts';
import { analyse } from './multiply.ts';
import { withProcessorTime } from './processes.ts';
import type { Stage } from './stage.ts';
import { untilSteady } from './turns.ts';

export interface StayFigures {
  readonly connections: number;
  readonly figures: Figures;
  /** Of the last request alone, sent as soon as the card is charged: the provider's notification may not have come yet. */
  readonly confirmP50Ms: number;
  /** The same where the notification has come, one guest at a time. */
  readonly settledConfirmP50Ms?: number;
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

export async function wholeStay(stage: Stage, wish: Wish, watch: Watch = {}): Promise<string> {
  const { secret, demo, tenant } = stage;
  const { signedQuoteToken } = await quote(secret, wish);
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
const STAYS: Record<number, number> = { 1: 80, 8: 320 };
const SETTLED = { stays: 40, waitMs: 100 };

export async function measureStays(stage: Stage): Promise<StayFigures[]> {
  const room = await makeLodging(stage.secret, { units: 40 });
  let stays = 0;
  const nextStays = (count: number): Wish[] =>
    Array.from({ length: count }, () => {
      stays += 1;
      const start = Temporal.Now.plainDateISO('UTC').add({ days: 30 + (stays % 600) });
      const window = { from: `${start}T15:00:00Z`, to: `${start.add({ days: 2 })}T10:00:00Z` };
      return { resourceId: room.id, ratePlanId: room.ratePlanId, ...window, partySize: 1 };
    });
  const warm = () => drain(nextStays(WARM_UP.stays), 8, (wish) => wholeStay(stage, wish));
  await untilSteady(async () => [rateOf(await warm())], WARM_UP);
  await analyse(stage.demo);
  const results: StayFigures[] = [];
  for (const connections of [1, 8]) {
    const times: number[] = [];
    const onConfirmed = (ms: number) => times.push(ms);
    const wishes = nextStays(STAYS[connections] ?? 0);
    const figures = await withProcessorTime(stage.demo, () =>
      drain(wishes, connections, (wish) => wholeStay(stage, wish, { onConfirmed })),
    );
    const settled = connections === 1 ? await settledConfirms(stage, nextStays(SETTLED.stays)) : {};
    results.push({ connections, figures, confirmP50Ms: median(times), ...settled });
  }
  return results;
}

async function settledConfirms(
  stage: Stage,
  wishes: readonly Wish[],
): Promise<Pick<StayFigures, 'settledConfirmP50Ms'>> {
  const times: number[] = [];
  const { waitMs } = SETTLED;
  const onConfirmed = (ms: number) => times.push(ms);
  await drain(wishes, 1, (wish) => wholeStay(stage, wish, { waitMs, onConfirmed }));
  return { settledConfirmP50Ms: median(times) };
}
