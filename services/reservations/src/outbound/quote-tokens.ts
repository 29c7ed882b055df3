import { currency, instant, minorUnits, positiveInteger, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { instantText } from '../domain/facts.ts';
import type { Quote } from '../domain/quote.ts';
import { quotesCreated } from '../metrics.ts';
import type { QuoteTokens } from '../use-cases/ports.ts';
import type { Keyring } from './keyring.ts';
import { instantOfClaim, readToken, signToken } from './signed-tokens.ts';

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
  quantity: positiveInteger,
  total: minorUnits,
  currency,
});

export function quoteTokens(keyring: Keyring): QuoteTokens {
  return {
    async sign(quote, at) {
      const signed = await signToken(keyring, 'quote', {
        id: quote.id,
        subject: quote.stay.resourceId,
        audience: AUDIENCE,
        issuedAt: at,
        expiresAt: quote.expiresAt,
        rest: claimsOf(quote),
      });
      quotesCreated.add(1);
      return signed;
    },
    async read(token) {
      const claims = quoteClaims.safeParse(await readToken(keyring, 'quote', token));
      return claims.success ? quoteFrom(claims.data) : undefined;
    },
  };
}

function claimsOf({ tenantId, stay, partySize, total }: Quote): Record<string, unknown> {
  return {
    tenant: tenantId,
    roomType: stay.roomTypeId,
    plan: stay.ratePlanId,
    from: instantText(stay.window.from),
    to: instantText(stay.window.to),
    zone: stay.timeZone,
    party: partySize,
    quantity: stay.quantity,
    total: total.minorUnits.toString(),
    currency: total.currency,
  };
}

function quoteFrom(claims: z.infer<typeof quoteClaims>): Quote {
  return {
    id: claims.jti,
    tenantId: claims.tenant,
    partySize: claims.party,
    expiresAt: instantOfClaim(claims.exp),
    total: { minorUnits: BigInt(claims.total), currency: claims.currency },
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
