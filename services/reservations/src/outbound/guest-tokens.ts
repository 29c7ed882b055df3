import type { NewId } from '@lodging/kernel';
import { uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import type { GuestTokens } from '../use-cases/ports.ts';
import type { Keyring } from './keyring.ts';
import { instantOfClaim, readToken, signToken } from './signed-tokens.ts';

const guestClaims = z
  .object({ aud: z.string(), sub: uuid, exp: z.number(), tenant: uuid })
  .refine((claims) => claims.aud === audienceOf(claims.sub));

export function guestTokens(keyring: Keyring, newId: NewId): GuestTokens {
  return {
    sign: (grant, at) =>
      signToken(keyring, 'guest', {
        id: newId(),
        subject: grant.reservationId,
        audience: audienceOf(grant.reservationId),
        issuedAt: at,
        expiresAt: grant.expiresAt,
        rest: { tenant: grant.tenantId },
      }),
    async read(token, at) {
      const claims = guestClaims.safeParse(await readToken(keyring, 'guest', token, at));
      if (!claims.success) return undefined;
      const { sub, tenant, exp } = claims.data;
      return { tenantId: tenant, reservationId: sub, expiresAt: instantOfClaim(exp) };
    },
  };
}

function audienceOf(reservationId: string): string {
  return `lodging/holds/${reservationId}/confirm`;
}
