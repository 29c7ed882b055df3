import { sign } from 'node:crypto';
import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import type { JWTPayload, ProtectedHeaderParameters } from 'jose';
import { ALGORITHM } from './key-renewal.ts';
import type { KeyUse } from './key-renewal.ts';
import type { Keyring } from './keyring.ts';

const ISSUER = 'lodging.reservations';
const LONGEST = 4_096;
const REQUIRED = ['iss', 'aud', 'sub', 'jti', 'iat', 'exp', 'tenant'];

export interface Claims {
  readonly id: string;
  readonly subject: string;
  readonly audience: string;
  readonly issuedAt: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
  readonly rest: Readonly<Record<string, unknown>>;
}

/** Signed on this thread: half the work of handing it to another one and back, as WebCrypto does (25 µs for 48). */
export async function signToken(keyring: Keyring, use: KeyUse, claims: Claims): Promise<string> {
  const { kid, key } = await keyring.signer(use);
  const payload = {
    ...claims.rest,
    iss: ISSUER,
    aud: claims.audience,
    sub: claims.subject,
    jti: claims.id,
    iat: numericDate(claims.issuedAt),
    exp: numericDate(claims.expiresAt),
  };
  const signed = `${encode({ alg: ALGORITHM, typ: `${use}+jwt`, kid })}.${encode(payload)}`;
  const token = `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`;
  if (token.length > LONGEST) throw new Error(`a ${use} token of ${token.length} characters`);
  return token;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

/** Undefined for whatever we did not sign for this use. Without `at`, the token's end is not looked at. */
export async function readToken(
  keyring: Keyring,
  use: KeyUse,
  token: string,
  at?: Temporal.Instant,
): Promise<JWTPayload | undefined> {
  const kid = kidOf(token);
  const key = kid === undefined ? undefined : await keyring.verifier(use, kid);
  if (key === undefined) return undefined;
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      typ: `${use}+jwt`,
      issuer: ISSUER,
      requiredClaims: REQUIRED,
      currentDate: new Date(at?.epochMilliseconds ?? 0),
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/** JWT times are seconds; a fraction is allowed (RFC 7519 §2). */
export function instantOfClaim(seconds: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(Math.round(seconds * 1000));
}

function numericDate(instant: Temporal.Instant): number {
  return instant.epochMilliseconds / 1000;
}

function kidOf(token: string): string | undefined {
  if (token.length > LONGEST) return undefined;
  try {
    const header: ProtectedHeaderParameters = decodeProtectedHeader(token);
    return typeof header.kid === 'string' ? header.kid : undefined;
  } catch {
    return undefined;
  }
}
