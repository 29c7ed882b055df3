import { sign, verify } from 'node:crypto';
import type { Caller, Mandate } from '@lodging/kit-runtime';
import { z } from 'zod';
import { callerShape } from './caller.ts';
import type { Signer, Verifier } from './identity.ts';

const LIFETIME_SECONDS = 60;
/** The tolerated difference between the clocks of two machines. */
const SKEW_SECONDS = 5;
const MAX_LENGTH = 4096;

const claims = z.object({
  iss: z.string(),
  iat: z.int(),
  exp: z.int(),
  op: z.string(),
  tenant: z.string(),
  mode: z.enum(['live', 'test']),
  caller: callerShape,
});

/** The caller and the operation that a mandate is signed for. */
export interface MandateToSign {
  /** Its subject. */
  readonly operation: string;
  readonly tenantId: string;
  readonly livemode: boolean;
  readonly caller: Caller;
}

export interface VerifiedMandate extends Mandate {
  /** The subject of the operation that it was signed for. */
  readonly operation: string;
  /** Epoch milliseconds, with the tolerance. */
  readonly validUntil: number;
}

export type TokenProblem = 'malformed' | 'signature' | 'expired';

/** A JWS (RFC 7515) on this thread: 40 µs, once per caller, operation and half minute. */
export function signMandate(
  { issuer, header, key }: Signer,
  { operation, tenantId, livemode, caller }: MandateToSign,
  now: number,
): string {
  const iat = Math.floor(now / 1000);
  const payload: z.input<typeof claims> = {
    iss: issuer,
    iat,
    exp: iat + LIFETIME_SECONDS,
    op: operation,
    tenant: tenantId,
    mode: livemode ? 'live' : 'test',
    caller: { ...caller },
  };
  const signed = `${header}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`;
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`;
}

/** The header selects the key and must be equal to its own, so the sender chooses neither algorithm nor type. */
export function verifyMandate(
  verifiers: ReadonlyMap<string, Verifier>,
  token: string,
  now: number,
): VerifiedMandate | TokenProblem {
  const parts = token.length > MAX_LENGTH ? [] : token.split('.');
  const [header, payload, signature] = parts;
  if (parts.length !== 3 || header === undefined || payload === undefined || signature === undefined) {
    return 'malformed';
  }
  const verifier = verifiers.get(header);
  const signed = Buffer.from(`${header}.${payload}`);
  if (verifier === undefined || !verify(null, signed, verifier.key, Buffer.from(signature, 'base64url'))) {
    return 'signature';
  }
  const read = claims.safeParse(parse(payload));
  if (!read.success || read.data.iss !== verifier.issuer) return 'malformed';
  const { iss, iat, exp, op, tenant, mode, caller } = read.data;
  const seconds = now / 1000;
  const isCurrent = seconds >= iat - SKEW_SECONDS && seconds < exp + SKEW_SECONDS;
  if (!isCurrent || exp - iat > LIFETIME_SECONDS) return 'expired';
  return {
    token,
    issuer: iss,
    operation: op,
    tenantId: tenant,
    livemode: mode === 'live',
    caller,
    validUntil: (exp + SKEW_SECONDS) * 1000,
  };
}

function parse(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString());
  } catch {
    return undefined;
  }
}
