// Owns freeing the units of a claim, for good.
import type { releaseClaim as operation } from '@lodging/contract-inventory';
import { ok } from '@lodging/kernel';
import type { z } from 'zod';
import { mayRelease } from '../domain/claim.ts';
import type { Claims, Seen } from './ports.ts';

export function releaseClaim({ claims }: { claims: Claims }) {
  return async (tenantId: string, claim: z.infer<typeof operation.request>, seen?: Seen) => {
    const decided = await claims.release(tenantId, claim, (own) => mayRelease(own, claim.reason), seen);
    return decided.ok ? ok({ released: decided.value }) : decided;
  };
}
