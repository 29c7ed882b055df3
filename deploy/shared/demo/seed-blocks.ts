import { randomUUID } from 'node:crypto';
import { ApiError } from './call-api.ts';
import type { Api } from './call-api.ts';

/** One room of the demo is out of order for some days from tomorrow on. A room that is sold then stays as it is. */
export async function seedBlock(api: Api, resourceId: string, today: Temporal.PlainDate): Promise<void> {
  const dates = { from: today.add({ days: 1 }).toString(), to: today.add({ days: 4 }).toString() };
  const block = { resourceId, ...dates, kind: 'out_of_order', note: 'The shower leaks.' };
  try {
    await api.post('/v1/blocks', block, { 'idempotency-key': randomUUID() });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'block_conflict') throw error;
  }
}

/** The same in a sandbox, unless one of its blocks has yet to end. */
export async function seedNextBlock(api: Api, resourceId: string, today: Temporal.PlainDate): Promise<void> {
  const listed = Object(await api.get(`/v1/blocks?resourceId=${resourceId}&from=${today}&limit=1`));
  if (listed.blocks.length === 0) await seedBlock(api, resourceId, today);
}
