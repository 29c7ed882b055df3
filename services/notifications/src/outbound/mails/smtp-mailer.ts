import { randomUUID } from 'node:crypto';
import { Transform } from 'node:stream';
import { domainToASCII } from 'node:url';
import { createSemaphore, inSpan, SpanKind } from '@lodging/kit-runtime';
import nodemailer from 'nodemailer';
import { mails } from '../../metrics.ts';
import type { Mailer, MailOutcome } from '../../ports/mails.ts';

export interface SmtpMailer extends Mailer {
  /** Throws unless the server answers and accepts the credentials. */
  check(): Promise<void>;
  close(): void;
}

export interface SmtpMailerOptions {
  readonly url: string;
  readonly from: string;
  /** Below the 10 s that the calling service waits, so that it gets the outcome. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 8_000;
const CONNECT_TIMEOUT_MS = 1_800;
const CONNECTIONS = 5;
/** A mail that found no connection by then was not sent, and may be reported so. */
const WAIT_TIMEOUT_MS = 2_000;
const MAX_WAITING = 20;

export function createSmtpMailer({ url, from, timeoutMs = TIMEOUT_MS }: SmtpMailerOptions): SmtpMailer {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: 10_000,
    // Once, for a pooled connection that the server had closed: each further try may be one more mail to the guest.
    maxRequeues: 1,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transport.use('stream', (mail, done) => {
    mail.message.transform(inOnePiece);
    done();
  });
  const address = addressOf(from);
  const domain = domainToASCII(address.slice(address.lastIndexOf('@') + 1)) || 'localhost';
  const connections = createSemaphore({ permits: CONNECTIONS, maxWaiting: MAX_WAITING });
  return {
    send: ({ to, fromName, subject, text, html }) =>
      measureMail(url, () =>
        connections.run(
          () => {
            const headers = { 'Auto-Submitted': 'auto-generated' };
            // The abort closes the connection: a mail that was not handed over by then is not sent afterwards.
            const limit = startLimit(timeoutMs);
            // As the library makes one, which takes the address apart and asks for random bytes five times to do so.
            const messageId = `<${randomUUID()}@${domain}>`;
            return transport
              .sendMail({
                from: fromName === null ? from : { name: fromName, address },
                to,
                subject,
                text,
                html,
                headers,
                messageId,
                signal: limit.signal,
              })
              .then((): MailOutcome => 'accepted', unconfirmedOrFailed)
              .finally(limit.end);
          },
          { timeoutMs: Math.min(WAIT_TIMEOUT_MS, timeoutMs) },
        ),
      ),
    async check() {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}

/** The server had the mail, or part of it, and did not say what became of it. */
function unconfirmedOrFailed(error: unknown): MailOutcome {
  if (!(error instanceof Error)) throw error;
  const isLost = 'code' in error && error.code === 'ECONNECTION' && error.message.includes('closed');
  if (error.name === 'AbortError' || error.name === 'TimeoutError' || isLost) return 'unconfirmed';
  throw error;
}

/** The span and the metric name the server and the outcome, never the recipient or the content. */
function measureMail(url: string, work: () => Promise<MailOutcome>): Promise<MailOutcome> {
  const { hostname, port } = new URL(url);
  const attributes = {
    'network.protocol.name': 'smtp',
    'server.address': hostname,
    ...(port === '' ? {} : { 'server.port': Number(port) }),
  };
  return inSpan('send mail', { kind: SpanKind.CLIENT, attributes }, async () => {
    let sent = false;
    try {
      const outcome = await work();
      sent = outcome === 'accepted';
      return outcome;
    } finally {
      mails.add(1, { 'lodging.outcome': sent ? 'sent' : 'failed' });
    }
  });
}

/** Of `Name <user@host>` or `user@host`. */
function addressOf(from: string): string {
  return /([^\s<]+@[^@\s>]+)>?\s*$/.exec(from)?.[1] ?? from;
}

interface Limit {
  readonly signal: AbortSignal;
  readonly end: () => void;
}

/** `AbortSignal.timeout` cannot be ended: it would make an error with a stack for each mail that was sent long ago. */
function startLimit(milliseconds: number): Limit {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), milliseconds);
  return { signal: controller.signal, end: () => clearTimeout(timer) };
}

/** The composer writes a message in a dozen pieces: each would be a write to the socket, and a record of TLS. */
function inOnePiece(): Transform {
  const pieces: Buffer[] = [];
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      done();
    },
    flush(done) {
      done(null, Buffer.concat(pieces));
    },
  });
}
