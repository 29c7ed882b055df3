import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideClaim, decideConfirmation, mayRelease } from './claims/claim.ts';
import type { ClaimContext, NewClaim, ReleaseReason } from './claims/claim.ts';
import { stayAt } from './time/stay.ts';

const DAY_MS = 86_400_000;
const FIRST = Temporal.Instant.from('2027-03-20T12:00:00Z');
const EXPIRY = Temporal.Instant.from('2026-11-20T12:15:00Z');

const anyCommand = fc.record({
  verb: fc.constantFrom('claim', 'claim permanently', 'confirm', 'release', 'expire', 'let expire'),
  id: fc.integer({ min: 0, max: 5 }),
  quantity: fc.integer({ min: 1, max: 3 }),
  night: fc.integer({ min: 0, max: 8 }),
  nights: fc.integer({ min: 1, max: 4 }),
});
type Command = typeof anyCommand extends fc.Arbitrary<infer T> ? T : never;

/** The rows of the tables. */
class Model {
  readonly claims = new Map<number, NewClaim & { expired: boolean }>();
  readonly released = new Map<number, ReleaseReason>();
  readonly resource: NonNullable<ClaimContext['resource']>;

  constructor(units: number) {
    this.resource = { kind: 'villa', timezone: 'Europe/Berlin', units };
  }

  run({ verb, id, quantity, night, nights }: Command): void {
    const from = FIRST.add({ hours: 24 * night });
    const request = {
      claimId: String(id),
      resourceId: 'r',
      quantity,
      window: { from, to: from.add({ hours: 24 * nights }) },
    };
    const existing = this.claims.get(id);
    if (verb === 'let expire') {
      if (existing?.state === 'held') this.claims.set(id, { ...existing, expired: true });
      return;
    }
    if (verb === 'release' || verb === 'expire')
      return this.release(id, verb === 'expire' ? 'expired' : 'cancelled');
    const others = [...this.claims].filter(([other, claim]) => other !== id && !claim.expired);
    const context: ClaimContext = {
      resource: this.resource,
      existing: existing && { ...existing, resourceId: 'r', revision: 0 },
      released: this.released.get(id),
      taken: others.map(([, { span, units }]) => ({ kind: 'reservation', units, ...span })),
    };
    const expiresAt = verb === 'claim' ? EXPIRY : null;
    const { result, write } =
      verb === 'confirm' ? decideConfirmation(context, request) : decideClaim(context, request, expiresAt);
    if (write === undefined) return;
    expect(result.ok).toBe(true);
    for (const [other, claim] of this.claims) {
      if (claim.expired && other !== id) this.claims.delete(other);
    }
    this.released.delete(id);
    this.claims.set(id, { ...write, expired: false });
  }

  release(id: number, reason: ReleaseReason): void {
    if (!mayRelease(this.claims.get(id), reason)) return;
    this.claims.delete(id);
    if (this.released.get(id) !== 'cancelled') this.released.set(id, reason);
  }

  takenOn(night: number): number {
    const { span } = stayAt(this.resource, {
      from: FIRST.add({ hours: 24 * night }),
      to: FIRST.add({ hours: 24 * (night + 1) }),
    });
    const active = [...this.claims.values()].filter((claim) => !claim.expired);
    return active
      .filter((claim) => claim.span.start <= span.start && span.start < claim.span.end)
      .reduce((sum, { units }) => sum + units, 0);
  }
}

test('no night has more units taken than the resource has, and a cancelled claim stays released', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4 }),
      fc.array(anyCommand, { maxLength: 40 }),
      (units, commands) => {
        const model = new Model(units);
        const cancelled = new Set<number>();
        for (const command of commands) {
          model.run(command);
          if (command.verb === 'release') cancelled.add(command.id);
          for (let night = 0; night < 13; night += 1) expect(model.takenOn(night)).toBeLessThanOrEqual(units);
          for (const id of cancelled) expect(model.claims.has(id)).toBe(false);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('every claim takes whole dates, also over a change of the clocks', () => {
  const model = new Model(1);
  model.run({ verb: 'claim', id: 1, quantity: 1, night: 5, nights: 6 });
  const { span } = model.claims.get(1) ?? { span: { start: 1, end: 1 } };
  expect([span.start % DAY_MS, (span.end - span.start) / DAY_MS]).toEqual([0, 6]);
});
