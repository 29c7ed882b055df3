import { uuid } from '@lodging/contract-wire';
import type { NewId } from '@lodging/kernel';
import { z } from 'zod';
import type { ReservationTerms } from '../../domain/stay/reservation-terms.ts';
import type { ChangeTokens } from '../../ports/changes.ts';
import { packTerms, readTerms } from '../quotes/quote-terms.ts';
import { instantOfClaim, readToken, signToken } from '../tokens/signed-tokens.ts';
import type { SigningKeyStore } from '../tokens/signing-key-store.ts';
import { proposalWithoutTerms, toProposal, withoutTerms } from './proposal-json.ts';

const AUDIENCE = 'lodging/changes';
/** The body of a request, which carries the token, may have 256 KiB. */
const MAX_LENGTH = 192 * 1024;
/** Of the terms. They are encoded once more in the token, beside a proposal of some kilobytes. */
const MAX_TERMS = 136 * 1024;

const changeClaims = z.object({
  aud: z.literal(AUDIENCE),
  sub: uuid,
  exp: z.number(),
  tenant: uuid,
  version: z.int(),
  change: proposalWithoutTerms,
  terms: z.string(),
});

/**
 * Signed by the keys of quotes. A quote may go without its terms; a change may not, for it replaces those of the booking.
 */
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
          terms: termsClaim(proposal.terms),
        },
        maxLength: MAX_LENGTH,
      }),
    async read(token) {
      const claims = changeClaims.safeParse(await readToken(keys, 'quote', token, { maxLength: MAX_LENGTH }));
      if (!claims.success) return undefined;
      const { sub, tenant, version, change, terms: packed, exp } = claims.data;
      const terms = readTerms(packed);
      if (terms === undefined || terms === null) return undefined;
      const proposal = toProposal(change, terms);
      return { ...proposal, tenantId: tenant, reservationId: sub, version, expiresAt: instantOfClaim(exp) };
    },
  };
}

/** The longest names of all rules of a tenant, none of which compresses, take three fifths of the limit. */
function termsClaim(terms: ReservationTerms): string {
  const packed = packTerms(terms, MAX_TERMS);
  if (packed === undefined) throw new Error(`the terms of a change take more than ${MAX_TERMS} characters`);
  return packed;
}
