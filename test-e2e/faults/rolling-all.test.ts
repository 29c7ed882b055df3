import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestBackToBack } from '../harness/back-to-back.ts';
import type { PlannedRequest, BackToBack } from '../harness/back-to-back.ts';
import { eventually } from '../harness/eventually.ts';
import { startLoadBalancer } from '../harness/load-balancer.ts';
import type { LoadBalancer } from '../harness/load-balancer.ts';
import { startLodging } from '../harness/lodging.ts';
import type { Lodging, Process } from '../harness/lodging.ts';
import { bookStays } from '../harness/guests.ts';
import type { Hotel } from '../harness/guests.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import { previousRelease } from '../harness/previous-release.ts';

const CLIENTS = 16;
const GUESTS = 2;
/** Answers in each part of a replacement. */
const ENOUGH = 200;
const SERVICES = ['inventory', 'reservations', 'payments', 'channels', 'notifications', 'gateway'];

/** Without a release before this one, the history of the repository or a registry, this release takes its place. */
const previous = await previousRelease();
const HOW = `all six services are ${previous === undefined ? 'replaced twice' : 'rolled back to the previous release and forward again'}`;

let lodging: Lodging;
let edges: Record<string, LoadBalancer>;
let plan: (turn: number) => PlannedRequest;
let hotel: Hotel;

beforeAll(async () => {
  lodging = await startLodging();
  const { gateway, payments } = lodging.demo.services;
  const [toGateway, toPayments] = [
    await startLoadBalancer(gateway?.publicUrl ?? ''),
    await startLoadBalancer(payments?.publicUrl ?? ''),
  ];
  edges = { gateway: toGateway, payments: toPayments };
  const { secret, admin, id, accountId } = await makeTenant(lodging.demo);
  const fast = { kind: 'secret', mode: 'live', requestsPerMinute: 10_000_000 };
  const { body } = await admin.post<{ key: string }>(`/admin/v1/tenants/${id}/api-keys`, fast);
  const room = await makeLodging(secret);
  const window = 'from=2027-05-03T15:00:00Z&to=2027-05-05T10:00:00Z';
  hotel = { url: toGateway.url, key: body.key, accountId, room: await makeLodging(secret) };
  const headers = { authorization: `Bearer ${body.key}` };
  const paths = [
    `/v1/availability?resource_id=${room.id}&${window}&party_size=1`,
    '/v1/bookings?limit=5',
    '/v1/channel-connections',
    '/v1/webhook-endpoints',
  ];
  plan = (turn) => {
    const path = paths[turn % (paths.length + 1)];
    return path === undefined
      ? // Refused, because it has no signature; answered all the same.
        { url: `${toPayments.url}/webhooks/stripe`, method: 'POST', expected: 400 }
      : { url: `${toGateway.url}${path}`, headers, expected: 200 };
  };
});
afterAll(async () => {
  for (const edge of Object.values(edges)) edge.stop();
  await lodging.stop();
});

async function enoughMore(load: BackToBack, when: string): Promise<void> {
  const from = load.answered();
  await eventually(`${ENOUGH} requests are answered ${when}`, async () => load.answered() >= from + ENOUGH);
}

function isGone({ pid }: Process): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}

async function replace(service: string, from: string | undefined): Promise<void> {
  const { predecessor, successor } = await lodging.startSuccessor(service, from);
  // What preStop is for: new connections go elsewhere before the old process gets its signal to stop.
  if (successor.publicUrl !== undefined) edges[service]?.send(successor.publicUrl);
  process.kill(predecessor.pid, 'SIGTERM');
  await eventually(`the old ${service} has ended`, async () => isGone(predecessor));
}

it(`${HOW}, under stays and back-to-back requests on kept connections: none fails, and none is reset`, async () => {
  const load = requestBackToBack(CLIENTS, plan);
  const guests = bookStays(GUESTS, lodging.demo, hotel);
  try {
    await enoughMore(load, 'before the first is replaced');
    for (const from of [previous, undefined])
      for (const service of SERVICES) {
        await replace(service, from);
        await enoughMore(load, `after ${service} was replaced`);
      }
    const before = guests.confirmed();
    await eventually('stays are confirmed to the end', async () => guests.confirmed() >= before + GUESTS);
  } finally {
    const failures = [...(await load.stop()), ...(await guests.stop())];
    expect({ failed: failures.length, such: [...new Set(failures)] }).toEqual({ failed: 0, such: [] });
  }
}, 300_000);
