/** A change of the stay for which no payment is opened any more. */
export interface StayChange {
  readonly id: string;
  readonly closedAt: Temporal.Instant;
  /** Null unless the change was applied, and what goes back for it was decided. */
  readonly settled: SettledChange | null;
}

/** What an applied change returns. Reservations decides it once, by the amount to keep. */
export interface SettledChange {
  /** Of changes in the order in which they were settled. The last one says what is to be returned. */
  readonly position: number;
  readonly keepMinorUnits: bigint;
  /** What was here before. */
  readonly netMinorUnits: bigint;
  /** What of it goes back. */
  readonly backMinorUnits: bigint;
  /** With what the refunds of earlier changes had returned, or were returning. */
  readonly totalMinorUnits: bigint;
  /** What the operator had returned by then: what is returned by hand later counts for the change. */
  readonly returnedMinorUnits: bigint;
  /** What the operator had returned by then because earlier changes owed it. */
  readonly handedBackMinorUnits: bigint;
}

interface Changes {
  readonly changes: readonly StayChange[];
}

export function findChange({ changes }: Changes, changeId: string): StayChange | undefined {
  return changes.find(({ id }) => id === changeId);
}

/** The change that was settled last. */
export function lastSettled({
  changes,
}: Changes): (StayChange & { readonly settled: SettledChange }) | undefined {
  return changes
    .flatMap((change) => (change.settled === null ? [] : [{ ...change, settled: change.settled }]))
    .toSorted((one, other) => other.settled.position - one.settled.position)[0];
}

export function withChange<Ledger extends Changes>(ledger: Ledger, changed: StayChange): Ledger {
  const others = ledger.changes.filter(({ id }) => id !== changed.id);
  return { ...ledger, changes: [...others, changed] };
}

/** No payment for the change is opened from now on. */
export function closeChange<Ledger extends Changes>(
  ledger: Ledger,
  changeId: string,
  closedAt: Temporal.Instant,
): Ledger {
  if (findChange(ledger, changeId) !== undefined) return ledger;
  return withChange(ledger, { id: changeId, closedAt, settled: null });
}
