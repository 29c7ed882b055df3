import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, it } from 'vitest';
import { createVilla, nights, stayRequest } from './create-villa.ts';
import { createReplica, startInventory, valueOf } from './start-inventory.ts';
import { bench } from '/tmp/bench.ts';
let inventory: any;
beforeAll(async () => {
  inventory = await startInventory(10);
});
afterAll(() => inventory.stop());
it('bench', async () => {
  await bench(
    'after',
    inventory.client,
    (o: any) => createVilla(inventory.client, o),
    nights,
    stayRequest,
    valueOf,
    randomUUID,
  );
}, 600_000);
