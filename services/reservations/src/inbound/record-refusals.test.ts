import * as contract from '@lodging/contract-reservations';
import { ok, refuse } from '@lodging/kernel';
import type { Refusal } from '@lodging/kernel';
import { systemContext } from '@lodging/kit-runtime';
import { expect, it } from 'vitest';
import type { RefusedRequest } from '../ports/creation.ts';
import { recordRefusals } from './record-refusals.ts';
import { createRefusalQueue } from './refusal-queue.ts';

const ID = '0199aa00-0000-7000-8000-000000000001';
const ctx = systemContext('0199aa00-0000-7000-8000-000000000002', true, { timeoutMs: 1_000 });

/** What is recorded of one request, and what its caller gets. */
async function answered(
  { subject }: { readonly subject: string },
  { body = { reservationId: ID } as object, code = undefined as string | undefined, fails = false },
) {
  const recorded: RefusedRequest[] = [];
  const failures: string[] = [];
  const outcome =
    code === undefined ? ok('done') : (refuse(code as never, 'No.') as { ok: false; refusal: Refusal });
  const route = {
    subject,
    refusals: [],
    callers: contract.confirmHold.callers,
    read: () => async () => outcome,
  };
  const refusedRequests = {
    record: async (refused: RefusedRequest) => {
      if (fails) throw new Error('the database is away');
      recorded.push(refused);
    },
  };
  const logLost = (_error: unknown, id: string) => void failures.push(id);
  const refusals = createRefusalQueue({ refusedRequests, logLost });
  const answer = await recordRefusals(route, { refusals }).read(body)(ctx);
  await refusals.write();
  return { answer, outcome, recorded, failures };
}

it('a refusal about a reservation is recorded with its operation, code and request', async () => {
  const { answer, outcome, recorded } = await answered(contract.confirmHold, { code: 'payment_required' });
  expect(answer).toBe(outcome);
  const { tenantId, requestId } = ctx;
  expect(recorded).toEqual([
    { tenantId, reservationId: ID, operation: 'confirm-hold', code: 'payment_required', requestId },
  ]);
});

it.each([
  ['what succeeds', contract.confirmHold, {}],
  ['a reservation that there is not', contract.confirmHold, { code: 'hold_not_found' }],
  ['a read', contract.listHistory, { code: 'invalid_cursor' }],
  ['a request about no reservation', contract.placeHold, { code: 'hold_conflict', body: {} }],
])('nothing is recorded of %s', async (_, operation, given) => {
  const { answer, outcome, recorded } = await answered(operation, given);
  expect(answer).toBe(outcome);
  expect(recorded).toEqual([]);
});

it('a refusal that cannot be recorded is answered all the same, and logged', async () => {
  const { answer, outcome, failures } = await answered(contract.confirmHold, {
    code: 'payment_required',
    fails: true,
  });
  expect(answer).toBe(outcome);
  expect(failures).toEqual([ID]);
});
