import { uuid } from '@lodging/contract-wire';
import type { NewId } from '@lodging/kernel';
import { z } from 'zod';
import type { ManageTokens } from '../../ports/manage.ts';
import { instantOfClaim, readToken, signToken } from '../tokens/signed-tokens.ts';
import type { SigningKeyStore } from '../tokens/signing-key-store.ts';

const AUDIENCE = 'lodging/manage';

const manageClaims = z.object({
  aud: z.literal(AUDIENCE),
  sub: uuid,
  exp: z.number(),
  tenant: uuid,
  mode: z.enum(['live', 'test']),
  gen: z.int().min(0),
});

export function createManageTokens(keys: SigningKeyStore, newId: NewId): ManageTokens {
  return {
    sign: ({ tenantId, livemode, reservationId, generation, expiresAt }, at) =>
      signToken(keys, 'manage', {
        id: newId(),
        subject: reservationId,
        audience: AUDIENCE,
        issuedAt: at.round({ smallestUnit: 'second', roundingMode: 'floor' }),
        expiresAt,
        rest: { tenant: tenantId, mode: livemode ? 'live' : 'test', gen: generation },
      }),
    async read(token) {
      const claims = manageClaims.safeParse(await readToken(keys, 'manage', token));
      if (!claims.success) return undefined;
      const { sub, tenant, mode, gen, exp } = claims.data;
      return {
        tenantId: tenant,
        livemode: mode === 'live',
        reservationId: sub,
        generation: gen,
        expiresAt: instantOfClaim(exp),
      };
    },
  };
}
