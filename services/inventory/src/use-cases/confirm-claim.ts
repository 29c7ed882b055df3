import type { confirmClaim as operation } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { ok } from '@lodging/kernel';
import { confirmClaim as decide } from '../domain/claim.ts';
import type { Claims } from './ports.ts';
import { windowOf } from './wire.ts';

export function confirmClaim({ claims }: { claims: Claims }) {
  return async (tenantId: string, request: RequestOf<typeof operation>) => {
    const { claimId, resourceId, quantity } = request;
    const subject = { claimId, resourceId, quantity, window: windowOf(request) };
    const decided = await claims.change(tenantId, subject, (scene) => decide(scene, subject));
    return decided.ok ? ok({ claimId, state: decided.value }) : decided;
  };
}
