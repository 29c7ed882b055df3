import type { Mandate, RequestContext } from '@lodging/kit-runtime';
import type { Callers } from '../rpc/operation.ts';
import { callerText } from './caller.ts';
import { signerOf, verifiersOf } from './identity.ts';
import type { BusIdentity } from './identity.ts';
import { signMandate, verifyMandate } from './mandate-token.ts';
import type { TokenProblem, VerifiedMandate } from './mandate-token.ts';
import { createRecent } from './recent.ts';

/** Well before the end of a mandate: what remains is longer than any request that it goes on with. */
const RENEW_AFTER_MS = 25_000;
const PER_GENERATION = 10_000;

export type MandateProblem =
  | TokenProblem
  | 'unsigned'
  /** Signed for another service. */
  | 'audience'
  /** Of another tenant or mode than the request says. */
  | 'tenant'
  /** The signer may not request the operation for this caller. */
  | 'caller';

/** Signs and verifies mandates, and remembers both. */
export interface Mandates {
  /** Whether copies that do not sign are believed. */
  readonly acceptsUnsigned: boolean;
  /** The token to send; undefined where the service may not speak for the caller. */
  tokenFor(ctx: RequestContext, callers: Callers): string | undefined;
  /** The mandate of a request to an operation that has these callers. */
  verify(
    token: string,
    about: Pick<RequestContext, 'tenantId' | 'livemode'>,
    callers: Callers,
  ): Mandate | MandateProblem;
}

export function openMandates(identity: BusIdentity, now: () => number = Date.now): Mandates {
  const signer = signerOf(identity);
  const verifiers = verifiersOf(identity);
  const signed = createRecent<{ readonly token: string; readonly renewAt: number }>(PER_GENERATION);
  const verified = createRecent<VerifiedMandate>(PER_GENERATION);

  const sign = ({ tenantId, livemode, caller }: RequestContext, audience: readonly string[]): string => {
    const key = `${audience.join()} ${tenantId} ${livemode ? 'live' : 'test'} ${callerText(caller)}`;
    const known = signed.get(key);
    const time = now();
    if (known !== undefined && time < known.renewAt) return known.token;
    const token = signMandate(signer, { audience, tenantId, livemode, caller }, time);
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
    acceptsUnsigned: identity.trust === 'mixed',
    tokenFor(ctx, callers) {
      const { mandate, caller } = ctx;
      if (mandate !== undefined && isOf(mandate, ctx)) return mandate.token;
      if (caller.kind === 'service') return sign(ctx, callers.audience.slice(0, 1));
      return callers.clientsThrough === identity.name ? sign(ctx, callers.audience) : undefined;
    },
    verify(token, about, callers) {
      const mandate = read(token);
      return typeof mandate === 'string' ? mandate : (problemOf(mandate, about, callers) ?? mandate);
    },
  };
}

/** A context that was changed for another tenant or caller has lost its mandate. */
function isOf(mandate: Mandate, { tenantId, livemode, caller }: RequestContext): boolean {
  return mandate.tenantId === tenantId && mandate.livemode === livemode && mandate.caller === caller;
}

function problemOf(
  { issuer, audience, tenantId, livemode, caller }: VerifiedMandate,
  about: Pick<RequestContext, 'tenantId' | 'livemode'>,
  callers: Callers,
): MandateProblem | undefined {
  if (!audience.includes(callers.audience[0] ?? '')) return 'audience';
  if (tenantId !== about.tenantId || livemode !== about.livemode) return 'tenant';
  const isAllowed =
    caller.kind === 'service'
      ? callers.services.includes(issuer)
      : issuer === callers.clientsThrough && (caller.kind === 'platform' || !callers.platformOnly);
  return isAllowed ? undefined : 'caller';
}
