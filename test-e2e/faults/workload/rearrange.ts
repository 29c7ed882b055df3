import type { ResourceFacts } from '../history/entries.ts';
import { bookStay } from './book.ts';
import { persist } from './call.ts';
import { quoteChange, withSettlement } from './changes.ts';
import { cancel } from './guest.ts';
import { NIGHTS, stayAt } from './world.ts';
import type { Client, Tenant } from './world.ts';

/** Nights that no other client sells, so that each stay can be moved to each resource. */
const QUIET_NIGHTS = { first: NIGHTS + 10, last: NIGHTS + 300 };
const STAYS = 6;
const ROUNDS = 4;

interface Placed {
  readonly id: string;
  resource: ResourceFacts;
}

/**
 * Moves some stays between the resources of a tenant, all at once and several times: from each resource to each other one,
 * so that the moves cross. The stays are cancelled at the end.
 */
export async function rearrangeRooms(client: Client, tenant: Tenant): Promise<void> {
  const { world } = client;
  const placed = await bookSome(client, tenant);
  for (let round = 0; round < ROUNDS && !world.over.aborted; round += 1)
    await Promise.all(
      // The plans are made before any of them is carried out.
      (await Promise.all(placed.map((stay) => planMove(client, tenant, stay)))).map((move) => move()),
    );
  await Promise.all(placed.map(({ id }) => cancel(client, tenant, id)));
}

async function bookSome(client: Client, tenant: Tenant): Promise<Placed[]> {
  const { random } = client;
  const booked = await Promise.all(
    Array.from({ length: STAYS }, async (_none, index): Promise<Placed[]> => {
      const resource = tenant.resources[index % tenant.resources.length];
      if (resource === undefined) return [];
      const { from, to } = stayAt(random.int(QUIET_NIGHTS.first, QUIET_NIGHTS.last), 1);
      const { id: resourceId, ratePlanId } = resource;
      const stay = { resourceId, ratePlanId, from, to, quantity: 1 };
      const { outcome, id } = await bookStay(client, tenant, stay, true);
      return outcome === 'ok' ? [{ id, resource }] : [];
    }),
  );
  return booked.flat();
}

/** To another resource, on its nights. */
async function planMove(client: Client, tenant: Tenant, stay: Placed): Promise<() => Promise<void>> {
  const others = tenant.resources.filter(({ id }) => id !== stay.resource.id);
  const resource = client.random.pick(others);
  const { id: resourceId, ratePlanId } = resource;
  const quoted = await quoteChange(client, tenant, { id: stay.id, target: { resourceId, ratePlanId } });
  if (quoted === undefined) return async () => {};
  return async () => {
    const { outcome } = await persist(client, tenant, withSettlement(quoted, 'later'));
    if (outcome === 'ok') stay.resource = resource;
  };
}
