import { uuid } from '@lodging/contract-wire';
import type { NewId } from '@lodging/kernel';
import { z } from 'zod';
import type { GuestTokens } from '../../ports/tokens.ts';
import { instantOfClaim, latestTokens, readToken, signToken } from '../tokens/signed-tokens.ts';
import type { SigningKeyStore } from '../tokens/signing-key-store.ts';

const guestClaims = z
  .object({ aud: z.string(), sub: uuid, exp: z.number(), tenant: uuid })
  .refine((claims) => claims.aud === audienceOf(claims.sub));

export function createGuestTokens(keys: SigningKeyStore, newId: NewId): GuestTokens {
  const latest = latestTokens();
  return {
    async sign(grant, at) {
      const signed = await signToken(keys, 'guest', {
        id: newId(),
        subject: grant.reservationId,
        audience: audienceOf(grant.reservationId),
        issuedAt: at,
        expiresAt: grant.expiresAt,
        rest: { tenant: grant.tenantId },
      });
      latest.add(signed);
      return signed;
    },
    async read(token, at) {
      const claims = guestClaims.safeParse(await readToken(keys, 'guest', token, { at, latest }));
      if (!claims.success) return undefined;
      const { sub, tenant, exp } = claims.data;
      return { tenantId: tenant, reservationId: sub, expiresAt: instantOfClaim(exp) };
    },
  };
}

function audienceOf(reservationId: string): string {
  return `lodging/holds/${reservationId}/confirm`;
}
