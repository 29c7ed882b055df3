type Step = () => Promise<void> | void;

/** What happens before a neighbour answers; a step that throws is an outage. */
export type Breakable = Partial<
  Record<'claim' | 'confirm' | 'release' | 'mail' | 'account' | 'open' | 'settle' | 'end', Step>
>;

/** A step that throws it makes the neighbour refuse. */
export class Refused extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** Runs a step; what it refuses is the neighbour's answer, and anything else it throws is an outage. */
export async function refusalOf(step: Step | undefined): Promise<string | undefined> {
  try {
    await step?.();
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return error.code;
    throw error;
  }
}
