import { randomUUID } from 'node:crypto';
import { ApiError, callApi } from './call-api.ts';
import type { Api } from './call-api.ts';
import { demoTenants } from './demo-data.ts';
import type { DemoTenant } from './demo-data.ts';
import { demoHold, demoStays, depositPlan } from './demo-stays.ts';
import type { DemoStay } from './demo-stays.ts';
import { listResources } from './list-resources.ts';
import type { ListedResource } from './list-resources.ts';
import { seedNextBlock } from './seed-blocks.ts';
import { seedCalendars } from './seed-calendars.ts';
import type { SeededTenant } from './seed-demo.ts';

export interface StaysOfDemo {
  readonly gatewayUrl: string;
  readonly bookingPageUrl: string;
  readonly stripe: { readonly url: string; readonly secretKey: string };
  readonly tenants: readonly Pick<SeededTenant, 'name' | 'accountId' | 'testSecretKey'>[];
}

interface Sandbox {
  readonly demo: StaysOfDemo;
  readonly tenant: DemoTenant;
  readonly api: Api;
  readonly resources: ReadonlyMap<string, ListedResource>;
  readonly today: Temporal.PlainDate;
  readonly accountId: string;
}

/**
 * Fills the sandboxes with a hotel as it is today: guests who come, are here, leave and owe, a hold, a room out of order, a
 * calendar that cannot be read and one that conflicts. The stays once for each day, by `externalReference`, the block and
 * the conflict once the dates of the last one are over; what is not for sale any more is left out.
 */
export async function seedStays(demo: StaysOfDemo): Promise<void> {
  await Promise.all(demoTenants.map((tenant) => seedTenant(demo, tenant)));
}

async function seedTenant(demo: StaysOfDemo, tenant: DemoTenant): Promise<void> {
  const seeded = demo.tenants.find(({ name }) => name === tenant.name);
  if (seeded === undefined) return;
  const api = callApi(demo.gatewayUrl, seeded.testSecretKey);
  const resources = new Map((await listResources(api)).map((one) => [one.slug, one]));
  const today = Temporal.Now.plainDateISO(tenant.timezone);
  const sandbox: Sandbox = { demo, tenant, api, resources, today, accountId: seeded.accountId };
  const booked = await referencesOf(api, `demo-${today}`);
  const missing = (demoStays[tenant.slug] ?? [])
    .map((stay, at) => ({ stay, reference: `demo-${today}-${at + 1}` }))
    .filter(({ reference }) => !booked.has(reference));
  // One after the other for each resource, whose units they compete for.
  const byResource = Object.values(Object.groupBy(missing, ({ stay }) => stay.slug));
  await Promise.all(
    byResource.map((own = []) => inTurn(own, ({ stay, reference }) => book(sandbox, stay, reference))),
  );
  await connectCalendars(sandbox);
  const closed = resources.get('double-garden');
  if (closed !== undefined) await seedNextBlock(api, closed.id, today);
  if (tenant.slug === 'seeblick') await placeHold(sandbox);
}

async function referencesOf(api: Api, prefix: string): Promise<ReadonlySet<string>> {
  const listed = Object(await api.get(`/v1/bookings?q=${prefix}&limit=100`));
  const bookings: { externalReference: string | null }[] = listed.bookings;
  return new Set(bookings.map(({ externalReference }) => externalReference ?? ''));
}

async function inTurn<Item>(items: readonly Item[], run: (item: Item) => Promise<void>): Promise<void> {
  for (const item of items) await run(item);
}

/** Sold out, or booked by an earlier start. */
const LEFT_OUT: readonly string[] = [
  'booking_conflict',
  'unavailable',
  'hold_conflict',
  'external_reference_taken',
];

async function unlessLeftOut<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ApiError && LEFT_OUT.includes(error.code)) return undefined;
    throw error;
  }
}

async function book(sandbox: Sandbox, stay: DemoStay, reference: string): Promise<void> {
  const { api, resources } = sandbox;
  const resource = resources.get(stay.slug);
  if (resource === undefined) return;
  const flexible = resource.ratePlans.find(({ code }) => code === 'FLEX')?.id;
  const ratePlanId = stay.deposit ? await openDepositPlan(sandbox, resource) : flexible;
  const body = {
    ...windowOf(sandbox, stay),
    resourceId: resource.id,
    ratePlanId,
    partySize: stay.party,
    guestEmail: `${emailNameOf(stay.guest)}@guests.example`,
    guestName: stay.guest,
    externalReference: reference,
    ...(stay.paysThere ? { payAtProperty: true } : { paidOffline: stay.deposit !== true }),
    ...(stay.notes === undefined ? {} : { notes: stay.notes }),
  };
  const booked = Object(await unlessLeftOut(api.post('/v1/bookings', body, idempotencyKey())));
  if (stay.deposit) await takeDeposit(sandbox, resource, booked.payment?.providerPaymentIntentId);
  if (booked.booking !== undefined) await move(api, String(booked.booking.id), stay);
}

async function move(api: Api, id: string, { state }: DemoStay): Promise<void> {
  if (state === undefined) return;
  const steps = state === 'checked_out' ? ['checked_in', 'checked_out'] : [state];
  for (const step of steps) await api.patch(`/v1/bookings/${id}`, { state: step });
}

async function openDepositPlan(sandbox: Sandbox, resource: ListedResource): Promise<string | undefined> {
  const plans = await putDepositPlan(sandbox, resource, true);
  const pricing = [{ ratePlanCode: depositPlan.code, baseAmountMinorUnits: '9900' }];
  await sandbox.api.put(`/v1/resources/${resource.id}/pricing`, { pricing });
  return plans.find(({ code }) => code === depositPlan.code)?.id;
}

async function putDepositPlan(
  { api, tenant }: Sandbox,
  { id }: ListedResource,
  enabled: boolean,
): Promise<{ id: string; code: string }[]> {
  const plan = { ...depositPlan, currency: tenant.defaultCurrency, enabled };
  return Object(await api.put(`/v1/resources/${id}/rates`, { ratePlans: [plan] })).ratePlans;
}

/** Paid by card as on the page of the provider; the plan is then no longer for sale. */
async function takeDeposit(sandbox: Sandbox, resource: ListedResource, intent?: string): Promise<void> {
  await putDepositPlan(sandbox, resource, false);
  if (intent === undefined) return;
  const { stripe } = sandbox.demo;
  await fetch(`${stripe.url}/v1/payment_intents/${intent}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stripe.secretKey}`, 'stripe-account': sandbox.accountId },
    body: new URLSearchParams({ payment_method: 'pm_card_visa' }),
    signal: AbortSignal.timeout(15_000),
    // In containers this program does not reach the provider: the stay then waits for its deposit.
  }).catch(() => undefined);
}

async function placeHold(sandbox: Sandbox): Promise<void> {
  const { api, resources } = sandbox;
  const resource = resources.get(demoHold.slug);
  const ratePlanId = resource?.ratePlans.find(({ code }) => code === 'FLEX')?.id;
  const quote = {
    ...windowOf(sandbox, demoHold),
    resourceId: resource?.id,
    ratePlanId,
    partySize: demoHold.party,
  };
  const quoted = Object(await unlessLeftOut(api.post('/v1/quotes', quote)));
  if (quoted.signedQuoteToken === undefined) return;
  const hold = { signedQuoteToken: quoted.signedQuoteToken };
  await unlessLeftOut(api.post('/v1/holds', hold, idempotencyKey()));
}

async function connectCalendars({ api, tenant, resources, demo, today }: Sandbox): Promise<void> {
  const oversold = (demoStays[tenant.slug] ?? []).find((stay) => stay.oversold);
  if (oversold === undefined) return;
  const from = today.add({ days: oversold.arrival });
  await seedCalendars(api, {
    calendarsUrl: `${demo.bookingPageUrl}/calendars`,
    today,
    oversold: {
      resourceId: resources.get(oversold.slug)?.id,
      from,
      until: from.add({ days: oversold.nights }),
    },
    otherResourceId: resources.get('loft-harbour')?.id,
  });
}

/** From three in the afternoon until ten in the morning, where the tenant is. */
function windowOf({ tenant, today }: Sandbox, { arrival, nights }: Pick<DemoStay, 'arrival' | 'nights'>) {
  const at = (days: number, plainTime: string) =>
    today
      .add({ days })
      .toZonedDateTime({ timeZone: tenant.timezone, plainTime: Temporal.PlainTime.from(plainTime) })
      .toInstant()
      .toString();
  return { from: at(arrival, '15:00'), to: at(arrival + nights, '10:00') };
}

function emailNameOf(guest: string): string {
  const plain = guest.toLowerCase().replaceAll('ß', 'ss').normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return plain.replaceAll(/[^a-z]+/g, '.');
}

const idempotencyKey = () => ({ 'idempotency-key': randomUUID() });
