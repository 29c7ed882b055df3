// The body of a webhook, as every receiver gets it and the log shows it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderBody, renderPing } from './event-body.ts';

const MOST_BYTES = 20 * 1_024;
const LARGEST_SEQUENCE = '9223372036854775807';

const event = (object: Record<string, unknown>) => ({
  id: '018f0000-0000-7000-8000-000000000001',
  type: 'reservation.created',
  livemode: true,
  occurredAt: '2026-11-20T09:00:00.123456Z',
  reservationId: 'r',
  object,
});
const whole = (object: Record<string, unknown>, sequence = '7') => {
  const { head, tail } = renderBody(event(object));
  return head + sequence + tail;
};
const objectIn = (text: string): unknown => (JSON.parse(text) as { data: { object: unknown } }).data.object;

describe('event body', () => {
  it('says id, type, timestamp, apiVersion, livemode, sequence and the object, in this order and no more', () => {
    expect(whole({ id: 'r', total: '1' })).toBe(
      '{"id":"018f0000-0000-7000-8000-000000000001","type":"reservation.created",' +
        '"timestamp":"2026-11-20T09:00:00.123Z","apiVersion":"v1","livemode":true,"sequence":7,' +
        '"data":{"object":{"id":"r","total":"1"}}}',
    );
  });

  it('is JSON of at most 20 KiB whatever is in the object, and whole where that fits', () => {
    // Long texts are made of a short one: any letter of a long one would be drawn by itself.
    const text = fc
      .tuple(fc.string({ unit: 'binary', maxLength: 60 }), fc.nat({ max: 12_000 }))
      .map(([part, length]) => part.repeat(Math.ceil(length / 60)));
    const value = fc.oneof(text, fc.jsonValue({ maxDepth: 3 }));
    const name = fc.string({ maxLength: 20 }).filter((each) => each !== '__proto__');
    fc.assert(
      fc.property(fc.dictionary(name, value, { noNullPrototype: true }), (object) => {
        const body = whole(object, LARGEST_SEQUENCE);
        expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MOST_BYTES);
        const kept = objectIn(body) as Record<string, unknown>;
        if (Buffer.byteLength(JSON.stringify(object)) < MOST_BYTES - 300) {
          expect(kept).toEqual(JSON.parse(JSON.stringify(object)));
        }
        for (const [named, each] of Object.entries(kept)) {
          expect(each).toEqual(JSON.parse(JSON.stringify(object[named])));
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['a letter of one byte', 'x'],
    ['a letter of two bytes', 'é'],
    ['a letter of three bytes', '€'],
    ['a letter of four bytes', '𝄞'],
    ['a control character', '\u0000'],
    ['half a character', '\ud800'],
  ])('counts %s as the bytes that are sent', (_what, letter) => {
    for (let length = 1; length * 3 < MOST_BYTES * 2; length += 997) {
      const body = whole({ id: 'r', note: letter.repeat(length) }, LARGEST_SEQUENCE);
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MOST_BYTES);
    }
  });

  it('that is too long gives up first what is nested, then everything but the id', () => {
    const nights = Array.from({ length: 3_000 }, (_, index) => `night ${index}`);
    expect(objectIn(whole({ id: 'r', total: '1', note: null, nights }))).toEqual({
      id: 'r',
      total: '1',
      note: null,
    });
    expect(objectIn(whole({ id: 'r', total: '1', note: 'x'.repeat(MOST_BYTES) }))).toEqual({ id: 'r' });
    expect(objectIn(whole({ id: 'r'.repeat(MOST_BYTES) }))).toEqual({});
  });

  it('of a ping has sequence 0 and names the endpoint', () => {
    const ping = { id: 'e', endpointId: 'w', livemode: false, occurredAt: '2026-11-20T09:00:00Z' };
    expect(JSON.parse(renderPing(ping))).toEqual({
      id: 'e',
      type: 'webhook.ping',
      timestamp: '2026-11-20T09:00:00.000Z',
      apiVersion: 'v1',
      livemode: false,
      sequence: 0,
      data: { object: { webhookEndpointId: 'w' } },
    });
  });
});
