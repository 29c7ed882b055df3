import {
  checkUnits,
  claimUnits,
  confirmClaim,
  priceStay,
  readResource,
  releaseClaim,
  releaseLostClaim,
  renewClaim,
} from '@lodging/contract-inventory';
import { instantText, ok } from '@lodging/kernel';
import type { Bus } from '@lodging/kit-messaging';
import { systemContext } from '@lodging/kit-runtime';
import { roomNameOf } from '../../domain/stay/room-name.ts';
import type { InventoryClient } from '../../ports/neighbours.ts';
import { CLAIM, toClaimRequest, toPricedStay, withoutValue } from './claim-wire.ts';
import { createCapacityClient } from './capacity-client.ts';
import { createClaimMoves } from './claim-moves.ts';

const READ = { timeoutMs: 1_500 };
/** It only spares work, so it is not waited for. */
const CHECK = { timeoutMs: 500 };

export function createInventoryClient(bus: Bus): InventoryClient {
  return {
    priceStay: async (ctx, purpose, stay) => {
      const { window, childAges, taxExemptions, ...rest } = stay;
      const [from, to] = [instantText(window.from), instantText(window.to)];
      const ages = childAges === undefined ? {} : { childAges: [...childAges] };
      const exemptions = taxExemptions === undefined ? {} : { taxExemptions: [...taxExemptions] };
      const request = { purpose, ...rest, ...ages, ...exemptions, from, to };
      const answer = await bus.request(priceStay, request, ctx);
      return answer.ok ? ok(toPricedStay(stay, answer.value)) : answer;
    },
    isTaken: async (ctx, claim) => {
      try {
        const answer = await bus.request(checkUnits, toClaimRequest(claim), ctx, CHECK);
        return answer.ok && answer.value.taken;
      } catch {
        // Without an answer the claim decides.
        return false;
      }
    },
    ...createClaimMoves(bus),
    claim: async (ctx, claim, until) => {
      const request = { ...toClaimRequest(claim), expiresAt: until && instantText(until) };
      return withoutValue(await bus.request(claimUnits, request, ctx, CLAIM));
    },
    confirmClaim: async (ctx, claim) =>
      withoutValue(await bus.request(confirmClaim, toClaimRequest(claim), ctx, CLAIM)),
    renewClaim: async (ctx, claim) =>
      withoutValue(await bus.request(renewClaim, toClaimRequest(claim), ctx, CLAIM)),
    releaseLost: async (ctx, claimId) => {
      const answer = await bus.request(releaseLostClaim, { claimId }, ctx, CLAIM);
      return answer.ok ? ok(answer.value.released) : answer;
    },
    release: async (ctx, { id, resourceId }, reason) =>
      withoutValue(await bus.request(releaseClaim, { claimId: id, resourceId, reason }, ctx, CLAIM)),
    readRoomName: async ({ tenantId, livemode }, resourceId) => {
      const ctx = systemContext(tenantId, livemode, READ);
      const answer = await bus.request(readResource, { resourceId }, ctx, READ);
      return answer.ok ? roomNameOf(answer.value) : null;
    },
    ...createCapacityClient(bus),
  };
}
