import type { Fields } from '../../history/entries.ts';
import type { Tenant } from '../../workload/world.ts';
import { dayAt, NIGHTS } from '../../workload/world.ts';
import type { Booking, BookingSums, Day, Delivery, LoggedEvent, TenantState } from '../end-state.ts';

const ENDED = ['cancelled', 'no_show', 'expired'];

type PublicState = Omit<TenantState, 'intents' | 'refunds'>;

/** What the tenant itself can read of its data. */
export async function readPublic(gatewayUrl: string, tenant: Tenant): Promise<PublicState> {
  const get = (path: string): Promise<Fields> => read(gatewayUrl, tenant.secretKey, path);
  const deliveries: Record<string, readonly Delivery[]> = {};
  for (const { id } of tenant.endpoints)
    deliveries[id] = await everyPage<Delivery>(get, `/v1/webhook-endpoints/${id}/deliveries`, 'deliveries');
  const calendars: Record<string, readonly Day[]> = {};
  const settings: Record<string, { plan: string; restriction: string | null }> = {};
  const window = `from=${dayAt(0)}T00:00:00Z&to=${dayAt(NIGHTS)}T00:00:00Z`;
  for (const { id } of tenant.resources) {
    calendars[id] = (await get(`/v1/resources/${id}/calendar?${window}`))['days'] as Day[];
    const plans = (await get(`/v1/resources/${id}/rates`))['ratePlans'] as { maxStayNights: number | null }[];
    const { restrictions } = (await get(`/v1/resources/${id}/restrictions`)) as {
      restrictions: { maxStayNights: number | null }[];
    };
    settings[id] = {
      plan: String(plans[0]?.maxStayNights ?? null),
      restriction: restrictions[0] === undefined ? null : String(restrictions[0].maxStayNights),
    };
  }
  const bookings = await everyPage<Booking>(get, '/v1/bookings', 'bookings');
  const ended = bookings.filter(({ state }) => ENDED.includes(state));
  const sums: BookingSums[] = [];
  for (const { id } of ended) sums.push((await get(`/v1/bookings/${id}/payments`)) as unknown as BookingSums);
  return {
    bookings,
    sums,
    events: await everyPage<LoggedEvent>(get, '/v1/events', 'events'),
    deliveries,
    calendars,
    settings,
  };
}

async function everyPage<T>(
  get: (path: string) => Promise<Fields>,
  path: string,
  name: string,
): Promise<T[]> {
  const found: T[] = [];
  let cursor: unknown = '';
  while (typeof cursor === 'string') {
    const more = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await get(`${path}?limit=100${more}`);
    found.push(...(page[name] as T[]));
    cursor = page['nextCursor'];
  }
  return found;
}

async function read(gatewayUrl: string, key: string, path: string): Promise<Fields> {
  for (let left = 10; ; left -= 1) {
    const answer = await fetch(gatewayUrl + path, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(20_000),
    });
    const text = await answer.text();
    if (answer.ok) return JSON.parse(text) as Fields;
    if (left === 0) throw new Error(`GET ${path} answered ${answer.status}: ${text}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
