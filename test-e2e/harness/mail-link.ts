import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** What the mail server answers at this point of a mail. After `taken` it has the mail. */
const ANSWERS = {
  greeting: /^220 /m,
  awaitsMail: /^354 /m,
  taken: /^250 Ok: stored/m,
} as const;
export type MailMoment = keyof typeof ANSWERS;

export interface MailLink {
  readonly url: string;
  /** From now on this answer of the server is kept back, and what was kept back for another moment goes on. */
  holdAt(moment: MailMoment): void;
  /** Answers that are kept back from clients that wait for them. */
  held(): number;
  /** What is kept back is dropped with its connection, and nothing is kept back any more. */
  pass(): void;
  stop(): void;
}

/** Between a service and the SMTP port of the mailbox: a server that takes its time at a chosen point. */
export async function startMailLink(smtpPort: number): Promise<MailLink> {
  const links = new Set<Link>();
  let moment: MailMoment | undefined;
  const server = createServer((client) => {
    const link = openLink(client, smtpPort, (text) => moment !== undefined && ANSWERS[moment].test(text));
    links.add(link);
    client.once('close', () => links.delete(link));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    holdAt: (next) => {
      moment = next;
      for (const link of links) link.goOn();
    },
    held: () => [...links].filter((link) => link.isHeld()).length,
    pass: () => {
      moment = undefined;
      for (const link of links) if (link.isHeld()) link.end();
    },
    stop: () => {
      server.close();
      for (const link of links) link.end();
    },
  };
}

interface Link {
  isHeld(): boolean;
  /** Answers once more what is kept back, as is decided now. */
  goOn(): void;
  end(): void;
}

function openLink(client: Socket, smtpPort: number, isKept: (text: string) => boolean): Link {
  const server = connect(smtpPort, '127.0.0.1');
  let held = '';
  const answer = (text: string): void => {
    if (isKept(text)) held += text;
    else client.write(text);
  };
  for (const [one, other] of [
    [client, server],
    [server, client],
  ] as const) {
    one.on('error', () => other.destroy());
    one.once('close', () => other.destroy());
  }
  client.pipe(server);
  server.on('data', (chunk: Buffer) => answer(chunk.toString()));
  return {
    isHeld: () => held !== '',
    goOn: () => {
      const text = held;
      held = '';
      if (text !== '') answer(text);
    },
    end: () => client.destroy(),
  };
}
