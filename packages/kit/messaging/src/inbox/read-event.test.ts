import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { writeEvent } from '../outbox/event.ts';
import { keyOf, readEvent } from './read-event.ts';

const TYPE = 'evt.post.v1.parcel.sent';
const handler = () => Promise.resolve();
const subscriptions = new Map([[TYPE, { handler, shape: z.object({ label: z.string() }) }]]);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('reading a message', () => {
  it('gives the handler what the publisher wrote', () => {
    const labels = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.uuid(),
        labels,
        fc.nat(),
        fc.boolean(),
        (id, tenantId, label, version, livemode) => {
          const occurredAt = Temporal.Instant.from('2027-01-15T08:00:00.123456789Z');
          const about = {
            id,
            type: TYPE,
            tenantId,
            livemode,
            aggregateId: 'parcel',
            aggregateVersion: version,
          };
          const { text } = writeEvent({ ...about, occurredAt, data: { label } });
          const event = { ...about, occurredAt: occurredAt.toString(), data: { label } };
          expect(readEvent(bytes(text), subscriptions)).toMatchObject({ kind: 'event', event });
        },
      ),
    );
  });

  it('says whose event it is before it is read, also where its data does not fit', () => {
    const about = { tenantId: 'a', aggregateId: 'b', data: ['no parcel'] };
    expect(keyOf(bytes(JSON.stringify(about)))).toEqual({ tenantId: 'a', aggregateId: 'b' });
    for (const other of ['', '[]', 'null', '{"tenantId":1,"aggregateId":"b"}'])
      expect(keyOf(bytes(other))).toEqual({ tenantId: '', aggregateId: '' });
  });

  it('survives any bytes', () => {
    fc.assert(fc.property(fc.uint8Array(), (any) => readEvent(any, subscriptions).kind === 'unreadable'));
    fc.assert(fc.property(fc.json(), (any) => readEvent(bytes(any), subscriptions).kind === 'unreadable'));
  });

  it('says what does not fit, and never the value, which may be personal data', () => {
    const id = '01936f2e-0000-7000-8000-000000000001';
    const occurredAt = Temporal.Instant.from('2027-01-15T08:00:00Z');
    const about = { id, type: TYPE, tenantId: id, livemode: true, aggregateId: 'a', aggregateVersion: 1 };
    const { text } = writeEvent({ ...about, occurredAt, data: { label: ['Ada'] } });
    expect(readEvent(bytes(text), subscriptions)).toEqual({
      kind: 'unreadable',
      error: `data does not fit ${TYPE}: ZodError: does not fit: label: invalid_type`,
      tenantId: id,
      eventId: id,
    });
  });

  it.each(['constructor', '__proto__', 'evt.post.v1.parcel.lost'])(
    'takes the type %s for one of another publisher',
    (type) => {
      const id = '01936f2e-0000-7000-8000-000000000001';
      const occurredAt = Temporal.Instant.from('2027-01-15T08:00:00Z');
      const about = {
        id,
        type,
        tenantId: id,
        livemode: true,
        occurredAt,
        aggregateId: 'a',
        aggregateVersion: 1,
      };
      const { text } = writeEvent({ ...about, data: {} });
      expect(readEvent(bytes(text), subscriptions)).toEqual({ kind: 'not-ours' });
    },
  );
});
