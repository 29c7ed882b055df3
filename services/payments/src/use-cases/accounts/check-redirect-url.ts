import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { redirectUrlProblem } from '../../domain/attempts/redirect-url.ts';
import type { PaymentsDeps } from '../../ports/deps.ts';

export type CheckRedirectUrlDeps = Pick<PaymentsDeps, 'accounts'>;

/** A tenant without an account has no origins. */
export async function checkRedirectUrl(
  { accounts }: CheckRedirectUrlDeps,
  { tenantId, livemode }: RequestContext,
  { url }: { readonly url: string },
): Promise<Result<{ readonly problem: string | null }>> {
  const origins = (await accounts.find(tenantId))?.redirectOrigins ?? [];
  return ok({ problem: redirectUrlProblem(url, { origins, livemode }) ?? null });
}
