// Owns how a test breaks a neighbour.

type Step = () => Promise<void> | void;

/** What happens before a neighbour answers; a step that throws is an outage. */
export type Breakable = Partial<Record<'claim' | 'confirm' | 'release' | 'mail' | 'settle' | 'end', Step>>;
