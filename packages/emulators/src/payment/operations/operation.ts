import type { Cause, Provider } from '../provider.ts';
import type { Params } from '../protocol/read-params.ts';

export interface Call extends Cause {
  /** The mode of the key that called: what is created by it is of that mode. */
  readonly livemode: boolean;
  readonly params: Params;
  /** The id in the path, empty where there is none. */
  readonly id: string;
}

/** Synchronous on purpose: whatever it reads and writes happens at once, as in a transaction. */
export type Operation = (provider: Provider, call: Call) => object;
