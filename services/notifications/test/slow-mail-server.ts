import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface SlowMailServer {
  readonly url: string;
  /** Recipients of the mails that arrived whole. */
  readonly delivered: string[];
  stop(): Promise<void>;
}

/** How long the server takes for a mail that it has got whole, and for the command before; `drop` hangs up instead. */
export interface Slowness {
  readonly beforeDataMs?: number;
  readonly afterMailMs?: number;
  readonly dropsAfterMail?: boolean;
  readonly refuses?: string;
}

export async function startSlowMailServer(slowness: Slowness): Promise<SlowMailServer> {
  const delivered: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    serve(socket, slowness, delivered);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delivered,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function serve(socket: Socket, slowness: Slowness, delivered: string[]): void {
  let [recipient, input, inMail] = ['', '', false];
  const say = (line: string, afterMs = 0) =>
    void setTimeout(() => socket.writable && socket.write(`${line}\r\n`), afterMs);
  say('220 slow');
  socket.on('data', (chunk: Buffer) => {
    input += chunk.toString();
    for (let end = input.indexOf('\r\n'); end >= 0; end = input.indexOf('\r\n')) {
      const line = input.slice(0, end);
      input = input.slice(end + 2);
      if (inMail) {
        if (line !== '.') continue;
        inMail = false;
        delivered.push(recipient);
        if (slowness.dropsAfterMail === true) socket.destroy();
        else say('250 taken', slowness.afterMailMs);
      } else if (/^DATA$/i.test(line)) {
        inMail = true;
        say('354 go on', slowness.beforeDataMs);
      } else if (/^RCPT TO:/i.test(line)) {
        recipient = /<([^>]*)>/.exec(line)?.[1] ?? '';
        say(slowness.refuses ?? '250 ok');
      } else say('250 ok');
    }
  });
}
