import type { Cause, Provider } from '../provider.ts';
import type { Params } from '../protocol/read-params.ts';

export interface Call extends Cause {
  /** The mode of the secret key, and of what the call creates. */
  readonly livemode: boolean;
  readonly params: Params;
  /** The id in the path, empty where there is none. */
  readonly id: string;
}

/** Synchronous, so that its reads and writes are atomic. */
export type Operation = (provider: Provider, call: Call) => object;
