import { integer, pgTable, text, uuid } from '../columns/drizzle.ts';
import { expect, it } from 'vitest';
import { insertLists, selectList } from '../columns/column-lists.ts';
import { namedStatement } from './named-statement.ts';

const rooms = pgTable('rooms', {
  tenantId: uuid('tenant_id').notNull(),
  name: text('name').notNull(),
  floorNumber: integer('floor_number'),
});

it('numbers each parameter once, in the order of the text', () => {
  const find = namedStatement<{ tenantId: string; id: string }>(
    'find',
    'SELECT $id::text WHERE tenant_id = $tenantId AND id = $id',
  );
  expect(find({ tenantId: 't', id: 'i' })).toEqual({
    name: 'find',
    text: 'SELECT $1::text WHERE tenant_id = $2 AND id = $1',
    values: ['i', 't'],
  });
});

it('distinguishes a parameter from another whose name begins with it', () => {
  const both = namedStatement<{ from: number; fromZone: string }>('both', '$fromZone, $from');
  expect(both({ from: 1, fromZone: 'UTC' })).toMatchObject({ text: '$1, $2', values: ['UTC', 1] });
});

it('sends null, and refuses a parameter without a value', () => {
  const find = namedStatement<Record<string, unknown>>('find', 'SELECT $id');
  expect(find({ id: null }).values).toEqual([null]);
  expect(() => find({ identifier: 'i' })).toThrow('statement find has no value for $id');
});

it('lists the columns of a table under the names of their properties', () => {
  expect(selectList(rooms)).toBe('tenant_id AS "tenantId", name AS "name", floor_number AS "floorNumber"');
  expect(selectList(rooms, { only: ['name'] })).toBe('name AS "name"');
  expect(selectList(rooms, { except: ['name'], alias: 'r' })).toBe(
    'r.tenant_id AS "tenantId", r.floor_number AS "floorNumber"',
  );
});

it('pairs the columns of an insert with parameters and expressions', () => {
  expect(insertLists(rooms, { floorNumber: '1 + $below' })).toEqual({
    columns: 'tenant_id, name, floor_number',
    values: '$tenantId, $name, 1 + $below',
  });
});
