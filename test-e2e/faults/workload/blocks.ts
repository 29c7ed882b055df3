import { call, persist } from './call.ts';
import { anyResource, anyStay, dayAt } from './world.ts';
import type { Client, Tenant } from './world.ts';

/** Takes a unit off sale, moves a block, or deletes one: blocks stay few, so that rooms are sold, too. */
export async function changeBlocks(client: Client, tenant: Tenant): Promise<void> {
  const { random } = client;
  const { blocks } = tenant.known;
  const id = blocks.length === 0 ? undefined : random.pick(blocks);
  if (id === undefined || (blocks.length < 3 && random.chance(0.5))) return add(client, tenant);
  if (random.chance(0.5)) return move(client, tenant, id);
  await call(client, tenant, { op: 'unblock', method: 'DELETE', path: `/v1/blocks/${id}`, input: { id } });
  blocks.splice(blocks.indexOf(id), 1);
}

async function add(client: Client, tenant: Tenant): Promise<void> {
  const { random } = client;
  const resource = anyResource(client, tenant);
  const key = random.uuid();
  const body = { resourceId: resource.id, ...anyDates(client), kind: 'out_of_order' };
  const made = await persist(client, tenant, {
    op: 'block',
    method: 'POST',
    path: '/v1/blocks',
    body,
    key,
    input: body,
    keep: ({ id }) => ({ id }),
  });
  const id = made.body['id'];
  if (made.outcome === 'ok' && typeof id === 'string') tenant.known.blocks.push(id);
}

async function move(client: Client, tenant: Tenant, id: string): Promise<void> {
  const body = anyDates(client);
  await call(client, tenant, {
    op: 'move-block',
    method: 'PATCH',
    path: `/v1/blocks/${id}`,
    body,
    input: { id, ...body },
  });
}

function anyDates({ random }: Client): { readonly from: string; readonly to: string } {
  const { first, nights } = anyStay(random);
  return { from: dayAt(first), to: dayAt(first + nights) };
}
