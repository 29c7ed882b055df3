type Step = () => Promise<void> | void;

/** Runs before a stub neighbour answers. A step that throws is an outage, one that throws RefusalError is a refusal. */
export type NeighbourFaults = Partial<
  Record<
    | 'settleReservation'
    | 'move'
    | 'moved'
    | 'more'
    | 'openChange'
    | 'cancelAttempt'
    | 'settleChange'
    | 'balance'
    | 'check'
    | 'price'
    | 'count'
    | 'claim'
    | 'confirm'
    | 'release'
    | 'mail'
    | 'name'
    | 'account'
    | 'open'
    | 'checkPayment'
    | 'end'
    | 'return'
    | 'returned'
    | 'money',
    Step
  >
>;

export class RefusalError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** The code that the step refuses with. Throws what else the step throws. */
export async function refusalOf(step: Step | undefined): Promise<string | undefined> {
  try {
    await step?.();
    return undefined;
  } catch (error) {
    if (error instanceof RefusalError) return error.code;
    throw error;
  }
}
