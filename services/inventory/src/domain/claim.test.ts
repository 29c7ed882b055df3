// Guards who gets units, who keeps them, and who never gets them back.
import { describe, expect, test } from 'vitest';
import { claimUnits, confirmClaim, mayRelease } from './claim.ts';
import type { OwnClaim, Decision, ClaimContext } from './claim.ts';
import { stayAt } from './stay.ts';

const at = (text: string) => Temporal.Instant.from(text);
const window = { from: at('2027-06-10T14:00:00Z'), to: at('2027-06-12T09:00:00Z') };
const subject = { claimId: 'c', resourceId: 'r', window, quantity: 1 };
const resource = { kind: 'villa', timezone: 'Europe/Berlin', units: 1 } as const;
const { span } = stayAt(resource, window);
const expiresAt = at('2026-11-20T12:15:00Z');

const empty: ClaimContext = { resource, own: undefined, released: undefined, taken: [] };
const held: OwnClaim = { resourceId: 'r', state: 'held', span, units: 1, expiresAt, lapsed: false };
const taken = [{ kind: 'reservation', units: 1, ...span }] as const;

const outcome = ({ answer }: Decision) => (answer.ok ? answer.value : answer.refusal.code);

describe('claim-units', () => {
  test('takes free units for as long as the lease, on the dates of the stay', () => {
    const ruling = claimUnits(empty, subject, expiresAt);
    expect(outcome(ruling)).toBe('held');
    expect(ruling.write).toEqual({ span, units: 1, state: 'held', expiresAt, exclusive: true });
    expect(span.start).toBe(at('2027-06-10T00:00:00Z').epochMilliseconds);
  });
  test('takes them for good where no end is given', () => {
    expect(claimUnits(empty, subject, null)).toMatchObject({
      answer: { value: 'confirmed' },
      write: { state: 'confirmed' },
    });
  });
  test('refuses units that somebody has, and units that do not exist', () => {
    expect(outcome(claimUnits({ ...empty, taken }, subject, expiresAt))).toBe('units_taken');
    expect(outcome(claimUnits(empty, { ...subject, quantity: 2 }, expiresAt))).toBe('units_taken');
  });
  test('counts the units of a resource that has several', () => {
    const hotel = { ...empty, resource: { ...resource, units: 3 }, taken };
    expect(outcome(claimUnits(hotel, { ...subject, quantity: 2 }, expiresAt))).toBe('held');
    expect(outcome(claimUnits(hotel, { ...subject, quantity: 3 }, expiresAt))).toBe('units_taken');
    expect(claimUnits(hotel, subject, expiresAt).write?.exclusive).toBe(false);
  });
  test('that is repeated answers as the first time and writes nothing', () => {
    const again = claimUnits({ ...empty, own: held }, subject, expiresAt);
    expect([outcome(again), again.write]).toEqual(['held', undefined]);
    const confirmed = claimUnits(
      { ...empty, own: { ...held, state: 'confirmed', expiresAt: null } },
      subject,
      expiresAt,
    );
    expect([outcome(confirmed), confirmed.write]).toEqual(['confirmed', undefined]);
  });
  test('that is repeated with a later end lasts until then', () => {
    const later = expiresAt.add({ minutes: 5 });
    expect(claimUnits({ ...empty, own: held }, subject, later).write?.expiresAt).toEqual(later);
  });
  test('keeps the dates it was made for, though the resource moved to another zone', () => {
    const moved = { ...empty, own: held, resource: { ...resource, timezone: 'Pacific/Apia' } };
    expect(claimUnits(moved, subject, expiresAt.add({ minutes: 5 })).write?.span).toEqual(span);
  });
  test('after its own release is refused', () => {
    for (const released of ['expired', 'cancelled', 'abandoned', 'no_show'] as const)
      expect(outcome(claimUnits({ ...empty, released }, subject, expiresAt))).toBe('claim_released');
  });
  test('does not know a resource that is not there, nor one that another claim of this name is on', () => {
    expect(outcome(claimUnits({ ...empty, resource: undefined }, subject, expiresAt))).toBe(
      'resource_not_found',
    );
    const elsewhere = { ...empty, own: { ...held, resourceId: 'other' } };
    expect(outcome(claimUnits(elsewhere, subject, expiresAt))).toBe('units_taken');
  });
  test('of a window without a night takes nothing', () => {
    const within = { from: at('2027-06-10T08:00:00Z'), to: at('2027-06-10T09:00:00Z') };
    expect(outcome(claimUnits(empty, { ...subject, window: within }, expiresAt))).toBe('units_taken');
  });
});

describe('confirm-claim', () => {
  test('makes a lease permanent, whatever else is taken', () => {
    const ruling = confirmClaim({ ...empty, own: held, taken }, subject);
    expect(ruling).toMatchObject({
      answer: { value: 'confirmed' },
      write: { state: 'confirmed', expiresAt: null },
    });
  });
  test('takes a lapsed lease again only where the units are still free', () => {
    const lapsed = { ...empty, own: { ...held, lapsed: true } };
    expect(outcome(confirmClaim(lapsed, subject))).toBe('confirmed');
    expect(outcome(confirmClaim({ ...lapsed, taken }, subject))).toBe('units_taken');
  });
  test('takes a claim that was released by expiry again, where free', () => {
    const expired: ClaimContext = { ...empty, released: 'expired' };
    expect(outcome(confirmClaim(expired, subject))).toBe('confirmed');
    expect(outcome(confirmClaim({ ...expired, taken }, subject))).toBe('units_taken');
  });
  test('never brings back what was released for any other reason', () => {
    for (const released of ['cancelled', 'abandoned', 'no_show'] as const)
      expect(outcome(confirmClaim({ ...empty, released }, subject))).toBe('claim_released');
  });
});

describe('release-claim', () => {
  test('by expiry never takes a confirmed stay away, however late the message', () => {
    expect(mayRelease({ state: 'confirmed' }, 'expired')).toBe(false);
    expect(mayRelease({ state: 'held' }, 'expired')).toBe(true);
    expect(mayRelease({ state: 'confirmed' }, 'cancelled')).toBe(true);
    expect(mayRelease(undefined, 'expired')).toBe(true);
  });
});
