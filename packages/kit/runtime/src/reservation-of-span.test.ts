import { beforeEach, expect, it } from 'vitest';
import { keepSpans } from '../test/keep-spans.ts';
import { createLogger } from './logger.ts';
import { aboutReservation, linkToOrigin, reservationIdIn } from './reservation-of-span.ts';
import { inChildSpan, inSpan } from './spans.ts';

const ID = '0199aa00-0000-7000-8000-000000000001';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SAMPLED = `00-${TRACE}-b7ad6b7169203331-01`;
const UNSAMPLED = `00-${TRACE}-b7ad6b7169203331-00`;

const ended = keepSpans();

const lines: Record<string, unknown>[] = [];
const log = createLogger({
  name: 'test',
  destination: { write: (line) => void lines.push(JSON.parse(line)) },
});

beforeEach(() => {
  lines.length = 0;
});

it('a span, those that begin below it and their log lines name the reservation; those beside it do not', async () => {
  await inSpan('serve', { traceparent: SAMPLED }, async () => {
    await inChildSpan('before it is known', {}, async () => undefined);
    aboutReservation(ID);
    await inChildSpan('read', {}, async () => log.info('told'));
  });
  await inSpan('other', { traceparent: SAMPLED }, async () => log.info('told'));
  const named = ended.map(({ name, attributes }) => [name, attributes['lodging.reservation.id']]);
  expect(named).toEqual([
    ['before it is known', undefined],
    ['read', ID],
    ['serve', ID],
    ['other', undefined],
  ]);
  expect(lines.map((line) => line['lodging.reservation.id'])).toEqual([ID, undefined]);
});

it('log lines name it where nothing is recorded, too', async () => {
  await inSpan('serve', { traceparent: UNSAMPLED }, async () => {
    aboutReservation(ID);
    await inSpan('below', {}, async () => log.info('told'));
  });
  expect(ended).toEqual([]);
  expect(lines).toMatchObject([{ 'lodging.reservation.id': ID, trace_id: TRACE }]);
});

it('works side by side below one that is not recorded name their own reservation each', async () => {
  const other = '0199aa00-0000-7000-8000-000000000002';
  await inSpan('sweep', { traceparent: UNSAMPLED }, async () => {
    const work = (id: string) =>
      inSpan('call', {}, async () => {
        aboutReservation(id);
        await Promise.resolve();
        log.info(id);
      });
    await Promise.all([work(ID), work(other)]);
    log.info('sweep');
  });
  expect(lines.map((line) => [line['msg'], line['lodging.reservation.id']])).toEqual([
    [ID, ID],
    [other, other],
    ['sweep', undefined],
  ]);
});

it('what is about a reservation is linked once to the request that made it, from the first span that knew', async () => {
  const origin = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`;
  await inSpan('serve', { traceparent: SAMPLED }, async () => {
    linkToOrigin(origin);
    aboutReservation(ID);
    for (const read of [origin, null, 'nonsense', origin])
      await inChildSpan('read', {}, async () => linkToOrigin(read));
  });
  await inSpan('made it', { traceparent: SAMPLED }, async () => {
    aboutReservation(ID);
    linkToOrigin(SAMPLED);
  });
  const links = ended.map(({ name, links: own }) => [name, own.map(({ context }) => context.traceId)]);
  expect(links.filter(([name]) => name !== 'read')).toEqual([
    ['serve', ['1'.repeat(32)]],
    ['made it', []],
  ]);
  expect(links.every(([name, own]) => name === 'serve' || own?.length === 0)).toBe(true);
});

it('a warning marks its span, so that the trace is kept; log lines say whether their trace is recorded', async () => {
  await inSpan('quiet', { traceparent: SAMPLED }, async () => log.info('told'));
  await inSpan('loud', { traceparent: SAMPLED }, async () => log.warn('told'));
  await inSpan('unheard', { traceparent: UNSAMPLED }, async () => log.warn('told'));
  expect(ended.map(({ attributes }) => attributes['lodging.logged'])).toEqual([undefined, true]);
  expect(lines.map((line) => line['trace_flags'])).toEqual(['01', '01', '00']);
});

it('is found in requests and events between the services', () => {
  expect(reservationIdIn({ reservationId: ID })).toBe(ID);
  expect(reservationIdIn({ claimId: ID })).toBe(ID);
  expect(reservationIdIn({ reservation: { id: ID } })).toBe(ID);
  expect(reservationIdIn({ payment: { id: 'p', reservationId: ID } })).toBe(ID);
  expect(reservationIdIn({ refund: { id: 'r', reservationId: ID } })).toBe(ID);
  for (const none of [undefined, null, 'text', {}, { reservation: null }, { reservationId: 7 }])
    expect(reservationIdIn(none)).toBeUndefined();
});
