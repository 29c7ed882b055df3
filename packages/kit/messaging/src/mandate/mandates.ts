import type { Mandate, RequestContext } from '@lodging/kit-runtime';
import type { Operation } from '../rpc/operation.ts';
import { callerText } from './caller.ts';
import { signerOf, verifiersOf } from './identity.ts';
import type { BusIdentity } from './identity.ts';
import { signMandate, verifyMandate } from './mandate-token.ts';
import type { TokenProblem, VerifiedMandate } from './mandate-token.ts';
import { createRecent } from './recent.ts';

/** Well before the end of a mandate: the rest is longer than any request that continues with it. */
const RENEW_AFTER_MS = 25_000;
const PER_GENERATION = 10_000;

export type MandateProblem =
  | TokenProblem
  | 'unsigned'
  /** Signed for another operation, whose client this one does not serve. */
  | 'operation'
  /** Of another tenant or mode than the request says. */
  | 'tenant'
  /** The signer may not request the operation for this caller. */
  | 'caller';

/** The operation that a mandate is signed for, and the operations that accept it. */
export type MandatedOperation = Pick<Operation<unknown, unknown>, 'subject' | 'callers'>;

/** Signs and verifies mandates, and remembers both. */
export interface Mandates {
  /** The token to send; undefined where the service may not speak for the caller. */
  tokenFor(ctx: RequestContext, operation: MandatedOperation): string | undefined;
  /** The mandate of a request to the operation. */
  verify(
    token: string,
    about: Pick<RequestContext, 'tenantId' | 'livemode'>,
    operation: MandatedOperation,
  ): Mandate | MandateProblem;
}

export function openMandates(identity: BusIdentity, now: () => number = Date.now): Mandates {
  const signer = signerOf(identity);
  const verifiers = verifiersOf(identity);
  const signed = createRecent<{ readonly token: string; readonly renewAt: number }>(PER_GENERATION);
  const verified = createRecent<VerifiedMandate>(PER_GENERATION);

  const sign = ({ tenantId, livemode, caller }: RequestContext, operation: string): string => {
    const key = `${operation} ${tenantId} ${livemode ? 'live' : 'test'} ${callerText(caller)}`;
    const known = signed.get(key);
    const time = now();
    if (known !== undefined && time < known.renewAt) return known.token;
    const token = signMandate(signer, { operation, tenantId, livemode, caller }, time);
    signed.set(key, { token, renewAt: time + RENEW_AFTER_MS });
    return token;
  };

  const read = (token: string): VerifiedMandate | TokenProblem => {
    const known = verified.get(token);
    if (known !== undefined) return now() < known.validUntil ? known : 'expired';
    const mandate = verifyMandate(verifiers, token, now());
    if (typeof mandate !== 'string') verified.set(token, mandate);
    return mandate;
  };

  return {
    tokenFor(ctx, { subject, callers }) {
      const { mandate, caller } = ctx;
      if (mandate !== undefined && isOf(mandate, ctx)) return mandate.token;
      const maySign = caller.kind === 'service' || callers.clientsThrough === identity.name;
      return maySign ? sign(ctx, subject) : undefined;
    },
    verify(token, about, operation) {
      const mandate = read(token);
      return typeof mandate === 'string' ? mandate : (problemOf(mandate, about, operation) ?? mandate);
    },
  };
}

/** A context that was changed for another tenant or caller has lost its mandate. */
function isOf(mandate: Mandate, { tenantId, livemode, caller }: RequestContext): boolean {
  return mandate.tenantId === tenantId && mandate.livemode === livemode && mandate.caller === caller;
}

function problemOf(
  { issuer, operation, tenantId, livemode, caller }: VerifiedMandate,
  about: Pick<RequestContext, 'tenantId' | 'livemode'>,
  { subject, callers }: MandatedOperation,
): MandateProblem | undefined {
  if (operation !== subject && !callers.calledFor.includes(operation)) return 'operation';
  if (tenantId !== about.tenantId || livemode !== about.livemode) return 'tenant';
  const isAllowed =
    caller.kind === 'service'
      ? callers.services.includes(issuer)
      : issuer === callers.clientsThrough && (caller.kind === 'platform' || !callers.platformOnly);
  return isAllowed ? undefined : 'caller';
}
