import { uuid } from '@lodging/contract-wire';
import type { NewId } from '@lodging/kernel';
import { z } from 'zod';
import type { ChangeTokens } from '../../ports/changes.ts';
import { packTerms, readTerms } from '../quotes/quote-terms.ts';
import { instantOfClaim, readToken, signToken } from '../tokens/signed-tokens.ts';
import type { SigningKeyStore } from '../tokens/signing-key-store.ts';
import { proposalWithoutTerms, toProposal, withoutTerms } from './proposal-json.ts';

const AUDIENCE = 'lodging/changes';

const changeClaims = z.object({
  aud: z.literal(AUDIENCE),
  sub: uuid,
  exp: z.number(),
  tenant: uuid,
  version: z.int(),
  change: proposalWithoutTerms,
  terms: z.string(),
});

/** Signed by the keys of quotes. */
export function createChangeTokens(keys: SigningKeyStore, newId: NewId): ChangeTokens {
  return {
    sign: ({ tenantId, reservationId, version, expiresAt, ...proposal }, at) =>
      signToken(keys, 'quote', {
        id: newId(),
        subject: reservationId,
        audience: AUDIENCE,
        issuedAt: at,
        expiresAt,
        rest: {
          tenant: tenantId,
          version,
          change: withoutTerms(proposal),
          terms: packTerms(proposal.terms),
        },
      }),
    async read(token) {
      const claims = changeClaims.safeParse(await readToken(keys, 'quote', token));
      if (!claims.success) return undefined;
      const { sub, tenant, version, change, terms: packed, exp } = claims.data;
      const terms = readTerms(packed);
      if (terms === undefined || terms === null) return undefined;
      const proposal = toProposal(change, terms);
      return { ...proposal, tenantId: tenant, reservationId: sub, version, expiresAt: instantOfClaim(exp) };
    },
  };
}
