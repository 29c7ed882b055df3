import { Agent } from 'node:http';
import type { ClientRequestArgs } from 'node:http';
import { Duplex } from 'node:stream';
import { openEgressConnection } from '@lodging/kit-security';
import type { EgressUrl, ResolveName } from '@lodging/kit-security';

export interface ReceiverRequest extends ClientRequestArgs {
  readonly outside: EgressUrl;
  /** Of the try. The request's own `signal` is not passed on to here. */
  readonly trying: AbortSignal;
}

type Opened = (error: Error | null, stream: Duplex) => void;

const CONNECT_MS = 5_000;
const IDLE_MS = 10_000;
/** As many as may be under way at one endpoint. */
const IDLE_SOCKETS = 5;

export class ReceiverAgent extends Agent {
  readonly #resolve: ResolveName | undefined;

  constructor(resolve: ResolveName | undefined) {
    super({
      keepAlive: true,
      timeout: IDLE_MS,
      maxFreeSockets: IDLE_SOCKETS,
      scheduling: 'lifo',
    });
    this.#resolve = resolve;
  }

  /** Under one name go connections that may stand in for one another. */
  override getName(options?: ClientRequestArgs): string {
    const { outside } = options as ReceiverRequest;
    return `${outside.secure ? 'https' : 'http'}:${outside.host}:${outside.port}`;
  }

  override createConnection(options: ClientRequestArgs, callback?: Opened): undefined {
    if (callback !== undefined) void this.#open(options as ReceiverRequest, callback);
    return undefined;
  }

  async #open({ outside, trying: signal }: ReceiverRequest, tell: Opened): Promise<void> {
    const resolve = this.#resolve;
    try {
      tell(
        null,
        await openEgressConnection(outside, {
          connectTimeoutMs: CONNECT_MS,
          signal,
          ...(resolve && { resolve }),
        }),
      );
    } catch (error) {
      // Nobody looks at the stream of a connection that was not made.
      tell(error as Error, new Duplex());
    }
  }
}
