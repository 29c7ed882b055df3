import type { releaseClaim as operation } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { ok } from '@lodging/kernel';
import { mayRelease } from '../domain/claim.ts';
import type { Claims, Seen } from './ports.ts';

export function releaseClaim({ claims }: { claims: Claims }) {
  return async (tenantId: string, claim: RequestOf<typeof operation>, seen?: Seen) => {
    const decided = await claims.release(tenantId, claim, (own) => mayRelease(own, claim.reason), seen);
    return decided.ok ? ok({ released: decided.value }) : decided;
  };
}
