import type { EndState } from '../end-state.ts';
import type { Query } from './read-database.ts';
import { readStreams } from './read-streams.ts';

/** From the healing of the last fault. */
export const QUIET_WITHIN_MS = 60_000;
/** Afterwards it is given up. */
const GIVE_UP_MS = 150_000;

const PUBLISHERS = ['inventory', 'reservations', 'payments'];
const CONSUMERS = [...PUBLISHERS, 'channels', 'notifications'];

/** What is still to do, as counts; each must become 0 by itself. */
const LEFT: readonly { readonly what: string; readonly sql: string }[] = [
  ...PUBLISHERS.map((service) => ({
    what: `unpublished events of ${service}`,
    sql: `SELECT count(*) FROM ${service}.outbox WHERE published_at IS NULL`,
  })),
  ...CONSUMERS.map((service) => ({
    what: `events that ${service} has deferred`,
    sql: `SELECT count(*) FROM ${service}.deferred_events`,
  })),
  {
    what: 'reservations that are pending or held',
    sql: `SELECT count(*) FROM reservations.reservations WHERE state IN ('pending', 'held')`,
  },
  {
    what: 'changes of stays under way',
    sql: `SELECT count(*) FROM reservations.stay_changes
      WHERE state IN ('applying', 'awaiting_payment') OR next_attempt_at IS NOT NULL`,
  },
  {
    what: 'reservations with units to free',
    sql: 'SELECT count(*) FROM reservations.reservations WHERE units_to_free',
  },
  {
    what: 'claims without a live reservation',
    sql: `SELECT count(*) FROM inventory.claims AS claim WHERE kind = 'reservation' AND NOT EXISTS (
      SELECT FROM reservations.reservations AS stay WHERE stay.tenant_id = claim.tenant_id AND stay.id = claim.claim_id
        AND stay.state IN ('pending', 'held', 'confirmed', 'checked_in', 'checked_out'))`,
  },
  {
    what: 'payments under way',
    sql: `SELECT count(*) FROM payments.payments
      WHERE state IN ('creating', 'requires_payment', 'requires_action', 'processing')`,
  },
  {
    what: 'refunds that are owed',
    sql: 'SELECT count(*) FROM reservations.refund_obligations WHERE settled_at IS NULL',
  },
  { what: 'pending refunds', sql: `SELECT count(*) FROM payments.refunds WHERE state = 'pending'` },
  {
    what: 'notifications of the provider that wait',
    sql: `SELECT count(*) FROM payments.provider_events WHERE state = 'waiting'`,
  },
];

interface Options {
  readonly query: Query;
  readonly natsUrl: () => string;
}

type Quiet = Pick<EndState, 'quietAfterMs' | 'unfinished' | 'lastLeft'>;

/** Waits until nothing is left to do, twice in a row. */
export async function untilQuiet({ query, natsUrl }: Options): Promise<Quiet> {
  const began = performance.now();
  let lastLeft: string[] = [];
  let late: string[] = [];
  for (let calm = 0; ;) {
    const left = await whatIsLeft({ query, natsUrl }).catch((error: unknown) => [
      `unreadable: ${String(error)}`,
    ]);
    const waited = performance.now() - began;
    calm = left.length === 0 ? calm + 1 : 0;
    if (left.length > 0) lastLeft = left;
    if (calm === 2) return { quietAfterMs: Math.round(waited), unfinished: late, lastLeft };
    if (waited > QUIET_WITHIN_MS && late.length === 0) late = left;
    if (waited > GIVE_UP_MS) return { quietAfterMs: null, unfinished: left, lastLeft };
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

async function whatIsLeft({ query, natsUrl }: Options): Promise<string[]> {
  const text = LEFT.map(({ sql }, index) => `(${sql}) AS c${index}`).join(', ');
  const [row] = await query<Record<string, string>>(`SELECT ${text}`);
  const rows = LEFT.flatMap(({ what }, index) => {
    const count = Number(row?.[`c${index}`] ?? 0);
    return count === 0 ? [] : [`${count} ${what}`];
  });
  const { unsettled, made } = await readStreams(natsUrl());
  const lost = await Promise.all(PUBLISHERS.map((service) => countLost(query, service, made)));
  return [
    ...rows,
    ...lost.flat(),
    ...unsettled.filter(({ count }) => count > 0).map(({ name, count }) => `${count} messages of ${name}`),
  ];
}

/** Events that were published to a stream which is gone. */
async function countLost(
  query: Query,
  service: string,
  made: Readonly<Record<string, string>>,
): Promise<string[]> {
  const incarnation = made[`EVT_${service.toUpperCase()}`] ?? '';
  const [row] = await query<{ count: string }>(
    `SELECT count(*) FROM ${service}.outbox WHERE published_at IS NOT NULL AND stream_incarnation <> $1`,
    [incarnation],
  );
  return row === undefined || row.count === '0' ? [] : [`${row.count} events of ${service} in a lost stream`];
}
