import { Agent } from 'node:http';
import type { ClientRequestArgs } from 'node:http';
import { Duplex } from 'node:stream';
import { openEgressConnection } from '@lodging/kit-security';
import type { EgressUrl, ResolveName } from '@lodging/kit-security';

export interface ReceiverRequest extends ClientRequestArgs {
  readonly outside: EgressUrl;
  /** The signal of the attempt. Node does not pass the request's own `signal` to the agent. */
  readonly attemptSignal: AbortSignal;
}

type ConnectionCallback = (error: Error | null, stream: Duplex) => void;

const CONNECT_MS = 5_000;
const IDLE_MS = 10_000;
/** The concurrency of one endpoint. */
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

  /** Connections with the same name are interchangeable. */
  override getName(options?: ClientRequestArgs): string {
    const { outside } = options as ReceiverRequest;
    return `${outside.secure ? 'https' : 'http'}:${outside.host}:${outside.port}`;
  }

  override createConnection(options: ClientRequestArgs, callback?: ConnectionCallback): undefined {
    if (callback !== undefined) void this.#open(options as ReceiverRequest, callback);
    return undefined;
  }

  async #open(
    { outside, attemptSignal: signal }: ReceiverRequest,
    callback: ConnectionCallback,
  ): Promise<void> {
    const resolve = this.#resolve;
    try {
      callback(
        null,
        await openEgressConnection(outside, {
          connectTimeoutMs: CONNECT_MS,
          signal,
          ...(resolve && { resolve }),
        }),
      );
    } catch (error) {
      // The stream is ignored where there is an error.
      callback(error as Error, new Duplex());
    }
  }
}
