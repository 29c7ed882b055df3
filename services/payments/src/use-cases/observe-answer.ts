import type { Decision, Ledger } from '../domain/ledger.ts';
import { observeIntent } from '../domain/observe-intent.ts';
import type { ObserveAnswer } from '../domain/observe-intent.ts';
import { observeSession } from '../domain/observe-session.ts';
import type { ProviderIntent, ProviderSession, Vault } from './ports.ts';

export type ProviderAnswer = ProviderIntent | ProviderSession;

/** The secret is sealed before the lock of the ledger is taken. */
export function observeAnswer(
  vault: Vault,
  tenantId: string,
  paymentId: string,
  answer: ProviderAnswer,
): (ledger: Ledger) => Decision<ObserveAnswer> {
  const secret = answer.kind === 'intent' ? answer.clientSecret : answer.url;
  const sealed = secret === null ? null : vault.seal(tenantId, paymentId, secret);
  return (ledger) =>
    answer.kind === 'intent'
      ? observeIntent(ledger, paymentId, answer.report, sealed)
      : observeSession(ledger, paymentId, answer.report, sealed);
}
