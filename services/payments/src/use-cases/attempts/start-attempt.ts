import type { Refusal, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { openAttempt } from '../../domain/attempts/open-attempt.ts';
import type { AttemptRequest, ExistingPayment, LeasedAttempt } from '../../domain/attempts/open-attempt.ts';
import type { PaymentsDeps } from '../../ports/deps.ts';
import type { AttemptRefusal } from './complete-attempt.ts';
import { leaseAttempt } from './lease-attempt.ts';
import type { FreshAttempt } from './lease-attempt.ts';

export type PaymentAttemptDeps = Pick<
  PaymentsDeps,
  'accounts' | 'newId' | 'clock' | 'provider' | 'ledgers' | 'vault'
>;

export type StartAttempt = Omit<AttemptRequest, 'keyReservationId' | 'accountId' | keyof FreshAttempt> & {
  readonly reservationId: string;
  /** Without a key. With one, the account is read with the ledger. */
  readonly accountId?: string;
};

/** Opens the one live payment of a reservation and takes its lease, or finds the payment that is open already. */
export async function startAttempt(
  deps: PaymentAttemptDeps,
  ctx: RequestContext,
  { reservationId, ...input }: StartAttempt,
): Promise<Result<ExistingPayment | LeasedAttempt, Refusal<AttemptRefusal>>> {
  const { ledgers } = deps;
  const { tenantId } = ctx;
  const { idempotencyKey: key } = input;
  return leaseAttempt(deps, ctx, (fresh) =>
    key === null
      ? ledgers.change(tenantId, reservationId, (ledger) =>
          openAttempt(ledger, { accountId: null, ...input, ...fresh, keyReservationId: null }),
        )
      : ledgers.changeWithKey(tenantId, reservationId, { space: 'hold', key }, (ledger, opening) =>
          openAttempt(ledger, { ...input, ...fresh, ...opening }),
        ),
  );
}
