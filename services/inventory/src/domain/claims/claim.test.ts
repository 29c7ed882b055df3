import { describe, expect, test } from 'vitest';
import { decideClaim, decideConfirmation, mayRelease } from './claim.ts';
import type { ClaimContext, ClaimDecision, ExistingClaim } from './claim.ts';
import { stayAt } from '../time/stay.ts';

const at = (text: string) => Temporal.Instant.from(text);
const window = { from: at('2027-06-10T14:00:00Z'), to: at('2027-06-12T09:00:00Z') };
const request = { claimId: 'c', resourceId: 'r', window, quantity: 1 };
const resource = { kind: 'villa', timezone: 'Europe/Berlin', units: 1 } as const;
const { span } = stayAt(resource, window);
const expiresAt = at('2026-11-20T12:15:00Z');

const empty: ClaimContext = { resource, existing: undefined, released: undefined, taken: [] };
const held: ExistingClaim = {
  resourceId: 'r',
  state: 'held',
  span,
  units: 1,
  expiresAt,
  expired: false,
  revision: 0,
};
const taken = [{ kind: 'reservation', units: 1, ...span }] as const;

const outcome = ({ result }: ClaimDecision) => (result.ok ? result.value : result.refusal.code);

describe('claim-units', () => {
  test('takes free units until the end of the lease, on the dates of the stay', () => {
    const decision = decideClaim(empty, request, expiresAt);
    expect(outcome(decision)).toBe('held');
    expect(decision.write).toEqual({ span, units: 1, state: 'held', expiresAt, exclusive: true });
    expect(span.start).toBe(at('2027-06-10T00:00:00Z').epochMilliseconds);
  });
  test('takes them permanently without an end', () => {
    expect(decideClaim(empty, request, null)).toMatchObject({
      result: { value: 'confirmed' },
      write: { state: 'confirmed' },
    });
  });
  test('refuses units that are taken, and units that do not exist', () => {
    expect(outcome(decideClaim({ ...empty, taken }, request, expiresAt))).toBe('units_taken');
    expect(outcome(decideClaim(empty, { ...request, quantity: 2 }, expiresAt))).toBe('units_taken');
  });
  test('counts the units of a resource that has several', () => {
    const hotel = { ...empty, resource: { ...resource, units: 3 }, taken };
    expect(outcome(decideClaim(hotel, { ...request, quantity: 2 }, expiresAt))).toBe('held');
    expect(outcome(decideClaim(hotel, { ...request, quantity: 3 }, expiresAt))).toBe('units_taken');
    expect(decideClaim(hotel, request, expiresAt).write?.exclusive).toBe(false);
  });
  test('returns the same result for a repeated claim and writes nothing', () => {
    const again = decideClaim({ ...empty, existing: held }, request, expiresAt);
    expect([outcome(again), again.write]).toEqual(['held', undefined]);
    const confirmed = decideClaim(
      { ...empty, existing: { ...held, state: 'confirmed', expiresAt: null } },
      request,
      expiresAt,
    );
    expect([outcome(confirmed), confirmed.write]).toEqual(['confirmed', undefined]);
  });
  test('extends a lease that is repeated with a later end', () => {
    const later = expiresAt.add({ minutes: 5 });
    expect(decideClaim({ ...empty, existing: held }, request, later).write?.expiresAt).toEqual(later);
  });
  test('keeps the dates of a claim when the time zone of the resource changes', () => {
    const moved = { ...empty, existing: held, resource: { ...resource, timezone: 'Pacific/Apia' } };
    expect(decideClaim(moved, request, expiresAt.add({ minutes: 5 })).write?.span).toEqual(span);
  });
  test('is refused after the release of the claim', () => {
    for (const released of ['expired', 'cancelled', 'abandoned', 'no_show'] as const)
      expect(outcome(decideClaim({ ...empty, released }, request, expiresAt))).toBe('claim_released');
  });
  test('is refused for an unknown resource, and for a claim id that is used on another resource', () => {
    expect(outcome(decideClaim({ ...empty, resource: undefined }, request, expiresAt))).toBe(
      'resource_not_found',
    );
    const elsewhere = { ...empty, existing: { ...held, resourceId: 'other' } };
    expect(outcome(decideClaim(elsewhere, request, expiresAt))).toBe('units_taken');
  });
  test('is refused for a window without a night', () => {
    const within = { from: at('2027-06-10T08:00:00Z'), to: at('2027-06-10T09:00:00Z') };
    expect(outcome(decideClaim(empty, { ...request, window: within }, expiresAt))).toBe('units_taken');
  });
});

describe('confirm-claim', () => {
  test('makes a lease permanent, whatever other claims take', () => {
    const decision = decideConfirmation({ ...empty, existing: held, taken }, request);
    expect(decision).toMatchObject({
      result: { value: 'confirmed' },
      write: { state: 'confirmed', expiresAt: null },
    });
  });
  test('takes the units of an expired lease again only where they are still free', () => {
    const expired = { ...empty, existing: { ...held, expired: true } };
    expect(outcome(decideConfirmation(expired, request))).toBe('confirmed');
    expect(outcome(decideConfirmation({ ...expired, taken }, request))).toBe('units_taken');
  });
  test('takes the units of a claim that was released by expiry again where they are free', () => {
    const expired: ClaimContext = { ...empty, released: 'expired' };
    expect(outcome(decideConfirmation(expired, request))).toBe('confirmed');
    expect(outcome(decideConfirmation({ ...expired, taken }, request))).toBe('units_taken');
  });
  test('is refused after a release for any other reason', () => {
    for (const released of ['cancelled', 'abandoned', 'no_show'] as const)
      expect(outcome(decideConfirmation({ ...empty, released }, request))).toBe('claim_released');
  });
});

describe('release-claim', () => {
  test('by expiry leaves a confirmed claim as it is', () => {
    expect(mayRelease({ state: 'confirmed' }, 'expired')).toBe(false);
    expect(mayRelease({ state: 'held' }, 'expired')).toBe(true);
    expect(mayRelease({ state: 'confirmed' }, 'cancelled')).toBe(true);
    expect(mayRelease(undefined, 'expired')).toBe(true);
  });
});
