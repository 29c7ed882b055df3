import * as contract from '@lodging/contract-payments';
import { mapResult, ok } from '@lodging/kernel';
import { on } from '@lodging/kit-messaging';
import type { Route } from '@lodging/kit-messaging';
import type { PaymentsDeps } from '../ports/deps.ts';
import { cancelAttempt } from '../use-cases/changes/cancel-attempt.ts';
import { openChangeIntent, openChangeSession } from '../use-cases/changes/open-change-payment.ts';
import { returnChangePayment } from '../use-cases/changes/return-change-payment.ts';
import { settleChange } from '../use-cases/changes/settle-change.ts';
import { handleToWire } from '../wire/attempts.ts';
import {
  changeIntentFromWire,
  changeSessionFromWire,
  changeSessionToWire,
  changeStatementToWire,
  returnedPaymentToWire,
  settleChangeFromWire,
} from '../wire/changes.ts';
import { orUnavailable } from './or-unavailable.ts';

/** Payments and refunds of changes of a stay. */
export function changeRoutes(deps: PaymentsDeps): Route[] {
  return [
    on(contract.openChangeIntent, async (request, ctx) =>
      mapResult(await openChangeIntent(deps, ctx, changeIntentFromWire(request)), handleToWire),
    ),
    on(contract.openChangeSession, async (request, ctx) =>
      mapResult(await openChangeSession(deps, ctx, changeSessionFromWire(request)), changeSessionToWire),
    ),
    on(contract.cancelAttempt, async (request, ctx) =>
      ok({ outcome: await orUnavailable(contract.cancelAttempt, () => cancelAttempt(deps, ctx, request)) }),
    ),
    on(contract.settleChange, async (request, ctx) => {
      const statement = await orUnavailable(contract.settleChange, () =>
        settleChange(deps, ctx, settleChangeFromWire(request)),
      );
      return ok(changeStatementToWire(request.reservationId, statement));
    }),
    on(contract.returnChangePayment, async (request, ctx) =>
      ok(returnedPaymentToWire(request.reservationId, await returnChangePayment(deps, ctx, request))),
    ),
  ];
}
