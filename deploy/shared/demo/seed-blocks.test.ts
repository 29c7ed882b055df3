import { expect, test } from 'vitest';
import type { Api } from './call-api.ts';
import { seedNextBlock } from './seed-blocks.ts';

const TODAY = Temporal.PlainDate.from('2027-06-10');

async function sentWith(blocks: readonly object[]): Promise<unknown[]> {
  const sent: unknown[] = [];
  const api = {
    get: () => Promise.resolve({ blocks }),
    post: (_path: string, body: unknown) => {
      sent.push(body);
      return Promise.resolve({});
    },
  };
  await seedNextBlock(api as unknown as Api, 'room-1', TODAY);
  return sent;
}

test('a room of the sandbox is out of order from tomorrow on', async () => {
  expect(await sentWith([])).toMatchObject([
    { resourceId: 'room-1', from: '2027-06-11', to: '2027-06-14', kind: 'out_of_order' },
  ]);
});

test('a later start adds no block while one is there', async () => {
  expect(await sentWith([{ id: 'there' }])).toEqual([]);
});
