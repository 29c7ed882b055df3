import { expect, it } from 'vitest';
import { keysetValues } from './page.ts';

const id = '0197a204-0000-7000-8000-000000000001';
const at = (createdAt: string) => keysetValues({ limit: 2, after: { createdAt, id } });

it('a page is read after its position, with one row more than it shows', () => {
  const createdAt = '2027-05-03T09:00:00.000001Z';
  expect(at(createdAt)).toEqual({ afterCreatedAt: createdAt, afterId: id, limit: 3 });
  expect(keysetValues({ limit: 2, after: null })).toMatchObject({ afterCreatedAt: '-infinity', limit: 3 });
});

it.each(['', 'now', '2027-05-03T09:00:00Z', '2027-02-30T09:00:00.000000Z', '0000-12-31T09:00:00.000000Z'])(
  'no query is made for the position %j, which Postgres would refuse',
  (createdAt) => expect(at(createdAt)).toBeUndefined(),
);
