// What leaves the property in an event.
import { describe, expect, it } from 'vitest';
import { toPublicEvent } from './public-event.ts';

const received = {
  id: '018f0000-0000-7000-8000-000000000001',
  type: 'evt.reservations.v1.reservation.confirmed',
  livemode: true,
  occurredAt: '2026-11-20T09:00:00Z',
};

describe('public event', () => {
  it('takes its public type from the last two words of the subject', () => {
    expect(toPublicEvent(received, 'r', {}).type).toBe('reservation.confirmed');
  });

  it('never carries guest data or a client secret, even when a publisher sends it', () => {
    const object = {
      id: 'r',
      guestEmail: 'g@example.test',
      guestName: 'G',
      guestPhone: '1',
      clientSecret: 's',
    };
    expect(toPublicEvent(received, 'r', object).object).toEqual({ id: 'r' });
  });
});
