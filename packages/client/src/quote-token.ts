import { bytesOfBase64, bytesOfText } from './bytes.ts';
import { VerificationError } from './verification-error.ts';

/** What a signed quote promises. */
export interface QuoteClaims {
  readonly quoteId: string;
  readonly tenantId: string;
  readonly resourceId: string;
  readonly roomTypeId: string | null;
  readonly ratePlanId: string | null;
  readonly from: string;
  readonly to: string;
  readonly timezone: string;
  readonly partySize: number;
  readonly occupancyChildren: number;
  readonly quantity: number;
  readonly totalMinorUnits: string;
  readonly currency: string;
  readonly issuedAt: string;
  readonly expiresAt: string;
}

interface Payload extends Record<
  'sub' | 'jti' | 'tenant' | 'from' | 'to' | 'zone' | 'total' | 'currency',
  string
> {
  readonly iss: string;
  readonly aud: string;
  readonly iat: number;
  readonly exp: number;
  readonly roomType: string | null;
  readonly plan: string | null;
  readonly party: number;
  readonly children?: number;
  readonly quantity: number;
}

/**
 * Verifies a `signedQuoteToken` without asking the API. `keys` are those of `lodging.signingKeys.list()`; they may be kept, and
 * are to be read again where a token names one that is not among them (`unknown_key`).
 */
export async function verifyQuoteToken(
  token: string,
  keys: readonly Readonly<Record<string, unknown>>[],
  { now = Date.now() }: { readonly now?: number } = {},
): Promise<QuoteClaims> {
  const [head = '', body = '', signature = '', ...rest] = token.split('.');
  const header = parsed<{ alg?: string; typ?: string; kid?: string }>(head);
  const payload = parsed<Payload>(body);
  const signed = bytesOfBase64(signature);
  if (header?.alg !== 'EdDSA' || header.typ !== 'quote+jwt' || !payload || !signed || rest.length > 0)
    throw new VerificationError('malformed', 'The token is no quote token.');
  const jwk = keys.find(({ kid }) => kid === header.kid);
  if (jwk === undefined) throw new VerificationError('unknown_key', 'The key of the token is not published.');
  const algorithm = { name: 'Ed25519' };
  const key = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['verify']);
  const isRight = await crypto.subtle.verify(algorithm, key, signed, bytesOfText(`${head}.${body}`));
  if (!isRight || payload.iss !== 'lodging.reservations' || payload.aud !== 'lodging/holds')
    throw new VerificationError('wrong_signature', 'The signature of the quote token is wrong.');
  if (payload.exp * 1_000 <= now) throw new VerificationError('wrong_time', 'The quote has expired.');
  return claimsOf(payload);
}

function parsed<T>(part: string): T | undefined {
  const bytes = bytesOfBase64(part);
  try {
    return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as T);
  } catch {
    return undefined;
  }
}

function claimsOf(payload: Payload): QuoteClaims {
  const instant = (seconds: number) => new Date(Math.round(seconds * 1_000)).toISOString();
  return {
    quoteId: payload.jti,
    tenantId: payload.tenant,
    resourceId: payload.sub,
    roomTypeId: payload.roomType,
    ratePlanId: payload.plan,
    from: payload.from,
    to: payload.to,
    timezone: payload.zone,
    partySize: payload.party,
    occupancyChildren: payload.children ?? 0,
    quantity: payload.quantity,
    totalMinorUnits: payload.total,
    currency: payload.currency,
    issuedAt: instant(payload.iat),
    expiresAt: instant(payload.exp),
  };
}
