import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import type { Chaos } from './chaos.ts';
import type { Envelope } from './parse-mail.ts';

export interface SmtpSink {
  readonly port: number;
  stop(): Promise<void>;
}

/** Stores one mail; its error becomes the SMTP answer. */
export type Receive = (raw: Buffer, envelope: Envelope) => Promise<void>;

const MAX_MAIL_BYTES = 25 * 1024 * 1024;

export async function startSmtpSink(
  host: string,
  port: number,
  chaos: Chaos,
  receive: Receive,
): Promise<SmtpSink> {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 500,
    size: MAX_MAIL_BYTES,
    logger: false,
    banner: 'Mail emulator: accepts every mail, sends none',
    onAuth: (auth, _session, callback) =>
      callback(chaos.errorAt('Authentication'), { user: auth.username ?? '' }),
    onMailFrom: (_address, _session, callback) => callback(chaos.errorAt('Sender')),
    onRcptTo: (_address, _session, callback) => callback(chaos.errorAt('Recipient')),
    onData: (stream, session, callback) => void receiveMail(stream, session, receive, callback),
  });
  // A client that disconnects within a mail must not end the process.
  server.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: async () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  };
}

async function receiveMail(
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  receive: Receive,
  callback: (error: Error | null, message?: string) => void,
): Promise<void> {
  let error: Error | null = null;
  try {
    await receive(await buffer(stream), envelopeOf(session));
  } catch (thrown) {
    error = thrown instanceof Error ? thrown : new Error(String(thrown));
  }
  callback(error, 'Ok: stored');
}

function envelopeOf({ envelope, user }: SMTPServerSession): Envelope {
  return {
    from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
    to: envelope.rcptTo.map(({ address }) => address),
    username: typeof user === 'string' ? user : '',
  };
}
