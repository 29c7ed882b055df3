import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface MailServer {
  readonly url: string;
  /** The mails that were received, whole. */
  readonly received: string[];
  /** From now on every recipient is refused, in an answer that repeats the address, as servers do. */
  refuse(why: string): void;
  accept(): void;
  stop(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  let refusal: string | undefined;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    serve(socket, received, () => refusal);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    refuse: (why) => void (refusal = why),
    accept: () => void (refusal = undefined),
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function serve(socket: Socket, received: string[], refusal: () => string | undefined): void {
  let [input, mail] = ['', undefined as string[] | undefined];
  const say = (line: string) => socket.writable && socket.write(`${line}\r\n`);
  const answer = (line: string): void => {
    if (mail !== undefined) {
      if (line !== '.') return void mail.push(line);
      received.push(mail.join('\n'));
      mail = undefined;
      return void say('250 accepted');
    }
    if (/^DATA$/i.test(line)) {
      mail = [];
      return void say('354 go on');
    }
    const why = refusal();
    const isRefused = why !== undefined && /^RCPT TO:/i.test(line);
    say(isRefused ? `550 5.1.1 ${line.slice('RCPT TO:'.length)}: ${why}` : '250 ok');
  };
  say('220 mail server');
  socket.on('data', (chunk: Buffer) => {
    input += chunk.toString();
    for (let end = input.indexOf('\r\n'); end >= 0; end = input.indexOf('\r\n')) {
      const line = input.slice(0, end);
      input = input.slice(end + 2);
      answer(line);
    }
  });
}
