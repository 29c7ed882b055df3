import { inSpan } from '@lodging/kit-runtime';
import { expect, it } from 'vitest';
import { keepSpans } from '../../../../../packages/kit/runtime/test/keep-spans.ts';
import { nameCreated, nameRequested } from './name-reservation.ts';

const ID = '0199aa00-0000-7000-8000-000000000001';
const OTHER = '0199aa00-0000-7000-8000-000000000002';
const SAMPLED = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const about = 'reservation';

const ended = keepSpans();

async function namedBy(run: () => void): Promise<unknown> {
  await inSpan('request', { traceparent: SAMPLED }, async () => run());
  return ended.at(-1)?.attributes['lodging.reservation.id'];
}
const answer = (body: unknown): Uint8Array => Buffer.from(JSON.stringify(body));

it('a request for a stay names the one in its path, and no other route names one', async () => {
  expect(await namedBy(() => nameRequested({ about }, { id: ID }))).toBe(ID);
  expect(await namedBy(() => nameRequested({ about }, { id: '' }))).toBeUndefined();
  expect(await namedBy(() => nameRequested({}, { id: ID }))).toBeUndefined();
});

it.each([
  ['first', { id: ID, state: 'held' }],
  ['second', { state: 'held', id: ID }],
  ['after another record with an id', { payment: { id: OTHER }, id: ID }],
])('a request that makes a stay names it where its id comes %s', async (_where, body) => {
  expect(await namedBy(() => nameCreated({ about }, { id: '' }, answer(body)))).toBe(ID);
});

it.each([
  ['the path has named it', { about } as const, ID, { id: OTHER }],
  ['the route is about something else', {}, '', { id: OTHER }],
  ['the answer has no id', { about } as const, '', { state: 'held' }],
  ['the id is no text', { about } as const, '', { id: 7 }],
  ['the answer is no record', { about } as const, '', null],
])('an answer names nothing where %s', async (_why, route, id, body) => {
  expect(await namedBy(() => nameCreated(route, { id }, answer(body)))).toBeUndefined();
});
