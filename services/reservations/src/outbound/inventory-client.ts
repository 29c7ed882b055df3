import { claimUnits, confirmClaim, priceStay, releaseClaim } from '@lodging/contract-inventory';
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { Bus } from '@lodging/kit-messaging';
import { instantText } from '../domain/facts.ts';
import type { Claim, Inventory } from '../use-cases/ports.ts';

export function inventoryClient(bus: Bus): Inventory {
  return {
    priceStay: (call, wish) => bus.ask(priceStay, wish, call),
    claim: async (call, claim, until) =>
      withoutValue(
        await bus.ask(claimUnits, { ...subjectOf(claim), expiresAt: until && instantText(until) }, call, {
          timeoutMs: CLAIM_MS,
        }),
      ),
    confirmClaim: async (call, claim) =>
      withoutValue(await bus.ask(confirmClaim, subjectOf(claim), call, { timeoutMs: CLAIM_MS })),
    release: async (call, { id, resourceId }, reason) =>
      withoutValue(
        await bus.ask(releaseClaim, { claimId: id, resourceId, reason }, call, { timeoutMs: CLAIM_MS }),
      ),
  };
}

/** Longer than inventory waits for a resource's lock, which it answers with `resource_locked`. */
const CLAIM_MS = 3_000;

function subjectOf({ id, stay }: Claim) {
  return {
    claimId: id,
    resourceId: stay.resourceId,
    from: instantText(stay.window.from),
    to: instantText(stay.window.to),
    quantity: stay.quantity,
  };
}

function withoutValue(answer: Result<unknown>): Result<null> {
  return answer.ok ? ok(null) : answer;
}
