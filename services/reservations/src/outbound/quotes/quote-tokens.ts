import { currency, instant, minorUnits, positiveInteger, uuid } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import { z } from 'zod';
import type { Quote } from '../../domain/quotes/quote.ts';
import { quotesCreated } from '../../metrics.ts';
import type { QuoteTokens } from '../../ports/tokens.ts';
import { MAX_QUOTE_TERMS, packTerms, readTerms } from './quote-terms.ts';
import { instantOfClaim, latestTokens, readToken, signToken } from '../tokens/signed-tokens.ts';
import type { SigningKeyStore } from '../tokens/signing-key-store.ts';

const AUDIENCE = 'lodging/holds';

const quoteClaims = z.object({
  aud: z.literal(AUDIENCE),
  sub: uuid,
  jti: uuid,
  exp: z.number(),
  tenant: uuid,
  roomType: uuid.nullable(),
  plan: uuid.nullable(),
  from: instant,
  to: instant,
  zone: z.string(),
  party: positiveInteger,
  /** Absent where the party has none. */
  children: z.int().positive().optional(),
  quantity: positiveInteger,
  total: minorUnits,
  currency,
  /** Absent where they are too long for a token. */
  terms: z.string().optional(),
});

export function createQuoteTokens(keys: SigningKeyStore): QuoteTokens {
  const latest = latestTokens();
  return {
    async sign(quote, at) {
      const signed = await signToken(keys, 'quote', {
        id: quote.id,
        subject: quote.stay.resourceId,
        audience: AUDIENCE,
        issuedAt: at,
        expiresAt: quote.expiresAt,
        rest: toClaims(quote),
      });
      latest.add(signed);
      quotesCreated.add(1);
      return signed;
    },
    async read(token) {
      const claims = quoteClaims.safeParse(await readToken(keys, 'quote', token, { latest }));
      return claims.success ? toQuote(claims.data) : undefined;
    },
  };
}

function toClaims(quote: Quote): Record<string, unknown> {
  const { tenantId, stay, partySize, children, total, terms: agreed } = quote;
  return {
    tenant: tenantId,
    roomType: stay.roomTypeId,
    plan: stay.ratePlanId,
    from: instantText(stay.window.from),
    to: instantText(stay.window.to),
    zone: stay.timeZone,
    party: partySize,
    ...(children > 0 && { children }),
    quantity: stay.quantity,
    total: total.minorUnits.toString(),
    currency: total.currency,
    // Terms that are too long are left out: the price is promised all the same.
    ...(agreed !== null && { terms: packTerms(agreed, MAX_QUOTE_TERMS) }),
  };
}

/** Undefined where its terms cannot be read: without them it would be booked without the policy that was sold. */
function toQuote(claims: z.infer<typeof quoteClaims>): Quote | undefined {
  const terms = readTerms(claims.terms);
  if (terms === undefined) return undefined;
  return {
    id: claims.jti,
    tenantId: claims.tenant,
    partySize: claims.party,
    children: claims.children ?? 0,
    expiresAt: instantOfClaim(claims.exp),
    total: { minorUnits: BigInt(claims.total), currency: claims.currency },
    terms,
    stay: {
      resourceId: claims.sub,
      roomTypeId: claims.roomType,
      ratePlanId: claims.plan,
      window: { from: Temporal.Instant.from(claims.from), to: Temporal.Instant.from(claims.to) },
      timeZone: claims.zone,
      quantity: claims.quantity,
    },
  };
}
