import * as contract from '@lodging/contract-inventory';
import { mapResult } from '@lodging/kernel';
import { on } from '@lodging/kit-messaging';
import type { Route } from '@lodging/kit-messaging';
import type { InventoryDeps } from '../ports/deps.ts';
import { alignClaim } from '../use-cases/moves/align-claim.ts';
import { claimMore } from '../use-cases/moves/claim-more.ts';
import { moveClaim } from '../use-cases/moves/move-claim.ts';
import {
  alignmentFromWire,
  claimMoreFromWire,
  movedClaimToWire,
  moveFromWire,
  partsToWire,
} from '../wire/moves.ts';

export function moveRoutes(deps: InventoryDeps): Route[] {
  return [
    on(contract.moveClaim, async (request, ctx) =>
      mapResult(await moveClaim(deps, ctx, moveFromWire(request)), (moved) =>
        movedClaimToWire(request.claimId, moved),
      ),
    ),
    on(contract.alignClaim, async (request, ctx) =>
      mapResult(await alignClaim(deps, ctx, alignmentFromWire(request)), (moved) => ({ moved })),
    ),
    on(contract.findMove, async ({ moveId, claimId, forget: isGivenUp }, { tenantId }) =>
      mapResult(await deps.moves.find(tenantId, { moveId, claimId, isGivenUp }), (moved) => ({
        moved: moved === undefined ? null : movedClaimToWire(claimId, moved),
      })),
    ),
    on(contract.claimMore, async (request, ctx) =>
      mapResult(await claimMore(deps, ctx, claimMoreFromWire(request)), partsToWire),
    ),
    on(contract.releaseParts, async (request, { tenantId }) =>
      mapResult(await deps.moves.releaseParts(tenantId, { ...request, reason: 'abandoned' }), (released) => ({
        released,
      })),
    ),
  ];
}
