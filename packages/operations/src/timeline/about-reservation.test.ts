import { createLogger, inChildSpan, inSpan } from '@lodging/kit-runtime';
import { expect, it } from 'vitest';
import { keepSpans } from '../../../kit/runtime/test/keep-spans.ts';
import { aboutReservation, describeWork } from './about-reservation.ts';

const ID = '0199aa00-0000-7000-8000-000000000001';
const SAMPLED = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

const ended = keepSpans();

it('a span, those that begin below it and their log lines name the reservation; those beside it do not', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLogger({
    name: 'test',
    destination: { write: (line) => void lines.push(JSON.parse(line)) },
  });
  await inSpan('serve', { traceparent: SAMPLED }, async () => {
    await inChildSpan('before it is known', {}, async () => undefined);
    aboutReservation(ID);
    await inChildSpan('read', {}, async () => log.info('line'));
  });
  await inSpan('other', { traceparent: SAMPLED }, async () => log.info('line'));
  expect(ended.map(({ name, attributes }) => [name, attributes['lodging.reservation.id']])).toEqual([
    ['before it is known', undefined],
    ['read', ID],
    ['serve', ID],
    ['other', undefined],
  ]);
  expect(lines.map((line) => line['lodging.reservation.id'])).toEqual([ID, undefined]);
});

it('is found in requests and events between the services', () => {
  const named = { 'lodging.reservation.id': ID };
  const described = (body: unknown) => describeWork('any.v1.operation', body);
  expect(described({ reservationId: ID })).toEqual(named);
  expect(described({ claimId: ID })).toEqual(named);
  expect(described({ reservation: { id: ID } })).toEqual(named);
  expect(described({ payment: { id: 'p', reservationId: ID } })).toEqual(named);
  expect(described({ refund: { id: 'r', reservationId: ID } })).toEqual(named);
  for (const none of [undefined, null, 'text', {}, { reservation: null }, { reservationId: 7 }])
    expect(described(none)).toBeUndefined();
});
