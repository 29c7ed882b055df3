/** A change of the product's text that breaks a promise. */
export interface PlantedBug {
  readonly name: string;
  /** The invariant whose check must find it. */
  readonly invariant: string;
  readonly what: string;
  readonly edits: readonly Edit[];
  /** Faults that bring it out; without them the seed chooses. */
  readonly faults?: readonly string[];
  readonly seconds?: number;
  /** Must find it by itself, without the suite: for a bug that needs an order of events which no seed can promise. */
  readonly test?: { readonly file: string; readonly name: string };
}

export interface Edit {
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
}

const INVENTORY = 'services/inventory/src';
const RESERVATIONS = 'services/reservations/src';
const PAYMENTS = 'services/payments/src';
const MESSAGING = 'packages/kit/messaging/src';

export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'double-sale',
    invariant: 'I1',
    what: 'a claim does not look at the units that are claimed',
    edits: [
      {
        file: `${INVENTORY}/domain/claims/claim.ts`,
        find: 'peakUnits(taken, span) + units > resource.units',
        replace: 'peakUnits(taken, span) > resource.units',
      },
    ],
  },
  {
    name: 'block-over-stay',
    invariant: 'I1',
    what: 'a block does not look at the units that are claimed',
    edits: [
      {
        file: `${INVENTORY}/outbound/blocks/taken-span.ts`,
        find: 'if (row.starts_at === null) return undefined;',
        replace: 'if (row !== null) return undefined;',
      },
    ],
  },
  {
    name: 'block-moved-apart',
    invariant: 'I8',
    what: 'a block that is moved keeps the units that it had',
    edits: [
      {
        file: `${INVENTORY}/outbound/blocks/own-block-repository.ts`,
        find: 'if (!moves) return;',
        replace: 'if (block.version > 0 || !moves) return;',
      },
    ],
  },
  {
    name: 'move-oversells',
    invariant: 'I1',
    what: 'a stay that is changed does not look at the units that others have',
    edits: [
      {
        file: `${INVENTORY}/outbound/stays/stay-statements.ts`,
        find: "const IS_OTHER = 'c.claim_id <> $exceptClaim';",
        replace: "const IS_OTHER = 'c.claim_id <> $exceptClaim AND false';",
      },
      {
        file: `${INVENTORY}/outbound/moves/move-statements.ts`,
        find: 'const IS_OTHER = `c.claim_id <> $claimId',
        replace: 'const IS_OTHER = `false AND c.claim_id <> $claimId',
      },
    ],
  },
  {
    name: 'version-changed-twice',
    invariant: 'I6',
    what: 'a change is made whatever has become of the stay since its preview',
    edits: [
      {
        file: `${RESERVATIONS}/use-cases/changes/change-once.ts`,
        find: 'if (reservation.version !== version) return',
        replace: 'if (reservation.version < version) return',
      },
    ],
  },
  {
    name: 'moves-deadlock',
    invariant: 'deadlocks',
    what: 'a move locks its own resource first, whatever the other one has locked',
    edits: [
      {
        file: `${INVENTORY}/outbound/moves/move-statements.ts`,
        find: "lockKey('least(c.resource_id, $resourceId::uuid)::text')",
        replace: "lockKey('c.resource_id::text')",
      },
      {
        file: `${INVENTORY}/outbound/moves/move-statements.ts`,
        find: "lockKey('greatest(c.resource_id, $resourceId::uuid)::text')",
        replace: "lockKey('$resourceId::text')",
      },
    ],
    test: {
      file: 'services/inventory/test/moves-races.int.test.ts',
      name: 'that cross, and wait for a third one, are made one after the other without a deadlock',
    },
  },
  {
    name: 'late-change-kept',
    invariant: 'I2',
    what: 'what was paid for a change that cannot be made any more is kept',
    edits: [
      {
        file: `${RESERVATIONS}/use-cases/changes/apply-paid-change.ts`,
        find: 'await payments.returnChangePayment(ctx, { reservationId, changeId });',
        replace: 'await Promise.resolve({ payments, ctx, reservationId, changeId });',
      },
      // What is left of a change that was refused after its payment is returned here.
      {
        file: `${RESERVATIONS}/use-cases/changes/end-leases.ts`,
        find: "if (outcome === 'succeeded') await payments.returnChangePayment(",
        replace: 'if (outcome === undefined) await payments.returnChangePayment(',
      },
    ],
    // None that keeps the payments away.
    faults: ['redis slow', 'kill notifications', 'redis slow'],
    seconds: 60,
  },
  {
    name: 'moved-and-forgotten',
    invariant: 'I8',
    what: 'a change whose move was not answered is forgotten, though its units may have moved',
    edits: [
      {
        file: `${RESERVATIONS}/use-cases/changes/apply-change.ts`,
        find: '.release(attemptOf(change))\n      .catch',
        replace: '.forget(attemptOf(change))\n      .catch',
      },
    ],
    faults: Array.from({ length: 10 }, () => 'change unanswered'),
    seconds: 70,
  },
  {
    name: 'money-kept',
    invariant: 'I2',
    what: 'the price of one night is too little to be returned',
    edits: [
      {
        file: `${PAYMENTS}/domain/refunds/reserve-refund.ts`,
        find: 'if (refundable <= 0n) return',
        replace: 'if (refundable <= 10_000n) return',
      },
    ],
  },
  {
    name: 'terms-forgotten',
    invariant: 'I2',
    what: 'everything goes back, whatever the terms of a cancelled stay keep',
    edits: [
      {
        file: `${PAYMENTS}/domain/cancellation/return-money.ts`,
        find: 'netMinorUnits(next) - settlement.keepMinorUnits',
        replace: 'netMinorUnits(next)',
      },
    ],
  },
  {
    name: 'event-not-published',
    invariant: 'I3',
    what: 'the relay marks every eighth event as published without publishing it',
    edits: [
      {
        file: `${MESSAGING}/outbox/publish-batch.ts`,
        find: 'const { type, id, traceparent',
        replace:
          'if (event.position % 8n === 0n) return Promise.resolve(Number(event.position));\n  const { type, id, traceparent',
      },
    ],
  },
  {
    name: 'mixed-cache',
    invariant: 'I4',
    what: 'one of a hundred look-ups of an API key finds the entry of another key',
    edits: [
      {
        file: 'services/gateway/src/outbound/keys/api-key-cache.ts',
        find: 'const entry = state.known.get(key.id);',
        // Not at once: the set-up of the tenants would fail.
        replace: `const mixed = globalThis as { last?: ReturnType<typeof state.known.get>; lookUps?: number };
      mixed.lookUps = (mixed.lookUps ?? 0) + 1;
      const isMixed = mixed.last !== undefined && mixed.lookUps > 500 && Math.random() < 0.01;
      const entry = isMixed ? mixed.last : state.known.get(key.id);
      if (entry !== undefined) mixed.last = entry;`,
      },
    ],
  },
  {
    name: 'key-ignored',
    invariant: 'I5',
    what: 'every request has an Idempotency-Key of its own',
    edits: [
      {
        file: 'services/gateway/src/inbound/public/authorize-request.ts',
        find: 'return key.toLowerCase();',
        replace: 'return crypto.randomUUID();',
      },
    ],
  },
  {
    name: 'illegal-move',
    invariant: 'I6',
    what: 'a cancelled booking can be checked in',
    edits: [
      {
        file: `${RESERVATIONS}/domain/stay/states.ts`,
        find: 'cancelled: [],',
        replace: `cancelled: ['checked_in'],`,
      },
    ],
  },
  {
    name: 'commit-not-durable',
    invariant: 'I7',
    what: 'writes are acknowledged before they are on the disk',
    edits: [
      {
        file: 'packages/kit/postgres/src/connections/database.ts',
        find: '{ durable = true, beginsWork = durable, batchKey }',
        replace: '{ durable = false, beginsWork = durable, batchKey }',
      },
      // A durable commit would flush those before it too.
      {
        file: 'packages/kit/postgres/src/connections/session-steps.ts',
        find: "name: 'kit_act_as_tenant',\n    text: `select set_config('app.tenant', $1, true)`",
        replace:
          "name: 'kit_act_as_tenant',\n    text: `select set_config('app.tenant', $1, true), set_config('synchronous_commit', 'off', true)`",
      },
      {
        file: 'packages/kit/postgres/src/connections/database.ts',
        find: "select set_config('role', $1, true)",
        replace: "select set_config('role', $1, true), set_config('synchronous_commit', 'off', true)",
      },
    ],
    faults: Array.from({ length: 8 }, () => 'postgres immediate restart'),
    seconds: 50,
  },
  {
    name: 'claim-left',
    invariant: 'I8',
    what: 'the claim of a cancelled booking is not deleted',
    edits: [
      {
        file: `${INVENTORY}/outbound/claims/claim-statements.ts`,
        find: 'return [deleteClaim({ tenantId, claimId }), writeTombstone({ tenantId, claimId, reason })];',
        replace:
          'return [...(claimId < "8" ? [] : [deleteClaim({ tenantId, claimId })]), writeTombstone({ tenantId, claimId, reason })];',
      },
    ],
  },
  {
    name: 'confirmed-unpaid',
    invariant: 'I9',
    what: 'confirm does not ask for the payment',
    edits: [
      {
        file: `${RESERVATIONS}/use-cases/confirmation/confirm-hold.ts`,
        find: `needsNoPayment ? 'succeeded' : await deps.payments.checkPayment(ctx, reservation.id)`,
        replace: `needsNoPayment ? 'succeeded' : (await deps.payments.checkPayment(ctx, reservation.id), 'succeeded')`,
      },
    ],
  },
  {
    name: 'refund-twice',
    invariant: 'I10',
    what: 'a refund whose answer is lost is sent again at once, under another key',
    edits: [
      {
        file: `${PAYMENTS}/outbound/stripe/refunds.ts`,
        find: 'await orUnavailable(() => refunds.create(createParams(params), options))',
        replace: `await orUnavailable(() => {
          const send = () =>
            refunds.create(createParams(params), { ...options, maxNetworkRetries: 0, idempotencyKey: crypto.randomUUID() });
          return send().catch(send);
        })`,
      },
    ],
    faults: Array.from({ length: 6 }, () => 'provider loses replies'),
    seconds: 50,
  },
  {
    name: 'money-in-no-field',
    invariant: 'I11',
    what: 'what no terms decide is not shown',
    edits: [
      {
        file: `${RESERVATIONS}/domain/money/ended-money.ts`,
        find: 'undecided: net - owedOfNet',
        replace: 'undecided: 0n',
      },
    ],
  },
  {
    name: 'order-lost',
    invariant: 'order',
    what: 'an event that arrives before an earlier one of its record is logged at once',
    edits: [
      {
        file: 'services/notifications/src/use-cases/events/log-event.ts',
        find: 'published, mark, order)',
        replace: 'published, mark, undefined)',
      },
    ],
    faults: Array.from({ length: 8 }, () => 'second notifications killed'),
    seconds: 80,
  },
  {
    name: 'holds-left',
    invariant: 'quiet',
    what: 'a hold that is over stays held in the database',
    edits: [
      {
        file: `${RESERVATIONS}/inbound/timers.ts`,
        find: '() => expireHolds(deps)',
        replace: 'async () => void expireHolds',
      },
    ],
  },
];
