import { connect, createServer } from 'node:net';
import type { Server, Socket } from 'node:net';

/**
 * What is wrong with a link. `silent`: connections stay open and no byte passes (half open). `unanswered`: silent once the
 * client has sent the text, which arrives.
 */
export type Trouble =
  | { readonly kind: 'cut' }
  | { readonly kind: 'silent' }
  | { readonly kind: 'unanswered'; readonly text: string }
  | { readonly kind: 'slow'; readonly ms: number };

interface ProxyOptions {
  /** The port behind the proxy at this moment. */
  readonly target: () => number;
  /** Whose connection it is, from the first bytes that its client sends. */
  readonly ownerOf: (first: Buffer) => string;
}

export interface Proxy {
  readonly port: number;
  /** For one owner, or for all (`*`). */
  trouble(owner: string, trouble: Trouble): void;
  /** True once a link that was to be `unanswered` is silent. */
  isSilent(owner: string): boolean;
  heal(): void;
  stop(): Promise<void>;
}

interface Pair {
  readonly sockets: readonly [Socket, Socket];
  owner: string | undefined;
  readonly resume: () => void;
}

export async function startProxy({ target, ownerOf }: ProxyOptions): Promise<Proxy> {
  const troubles = new Map<string, Trouble>();
  const pairs = new Set<Pair>();
  const troubleOf = (pair: Pair): Trouble | undefined =>
    troubles.get('*') ?? (pair.owner === undefined ? undefined : troubles.get(pair.owner));

  const accept = (client: Socket): void => {
    const server = connect({ host: '127.0.0.1', port: target() });
    const queues = [queueTo(server), queueTo(client)] as const;
    const pair: Pair = {
      sockets: [client, server],
      owner: undefined,
      resume: () => queues.forEach((queue) => queue.flush()),
    };
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const socket of pair.sockets) {
      socket.setNoDelay(true);
      socket.on('error', end);
      socket.on('close', end);
    }
    client.on('data', (chunk: Buffer) => {
      pair.owner ??= ownerOf(chunk);
      if (troubleOf(pair)?.kind === 'cut') end();
      else queues[0].push(chunk, troubleOf(pair));
      const trouble = troubleOf(pair);
      if (trouble?.kind === 'unanswered' && pair.owner !== undefined && chunk.includes(trouble.text))
        troubles.set(pair.owner, { kind: 'silent' });
    });
    server.on('data', (chunk: Buffer) => queues[1].push(chunk, troubleOf(pair)));
    if (troubles.get('*')?.kind === 'cut') end();
  };

  const listener = createServer(accept);
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return {
    port: portOf(listener),
    trouble(owner, trouble) {
      troubles.set(owner, trouble);
      if (trouble.kind !== 'cut') return;
      for (const pair of pairs) if (troubleOf(pair) === trouble) pair.sockets.forEach((one) => one.destroy());
    },
    isSilent: (owner) => troubles.get(owner)?.kind === 'silent',
    heal() {
      troubles.clear();
      for (const pair of pairs) pair.resume();
    },
    stop: () =>
      new Promise((resolve) => {
        listener.close(() => resolve());
        for (const { sockets } of pairs) for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Keeps the order of the bytes, whatever the delay of each chunk. */
function queueTo(socket: Socket) {
  let waiting: { readonly chunk: Buffer; readonly due: number }[] = [];
  let timer: NodeJS.Timeout | undefined;
  const drain = (): void => {
    clearTimeout(timer);
    const now = performance.now();
    while (waiting[0] !== undefined && waiting[0].due <= now) {
      socket.write(waiting[0].chunk);
      waiting.shift();
    }
    const next = waiting[0]?.due;
    if (next !== undefined && next !== Infinity) timer = setTimeout(drain, next - now);
  };
  return {
    push(chunk: Buffer, trouble: Trouble | undefined): void {
      if (trouble === undefined && waiting.length === 0) return void socket.write(chunk);
      const delay = trouble?.kind === 'slow' ? trouble.ms : 0;
      waiting.push({ chunk, due: trouble?.kind === 'silent' ? Infinity : performance.now() + delay });
      drain();
    },
    flush(): void {
      waiting = waiting.map(({ chunk }) => ({ chunk, due: 0 }));
      drain();
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address !== 'object') throw new Error('the proxy has no port');
  return address.port;
}
