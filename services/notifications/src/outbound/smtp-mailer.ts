import { inSpan, SpanKind, withTimeout } from '@lodging/kit-runtime';
import nodemailer from 'nodemailer';
import { mails } from '../metrics.ts';
import type { Mailer } from '../ports.ts';

export interface SmtpMailer extends Mailer {
  /** Throws unless the server answers and accepts the credentials. */
  check(): Promise<void>;
  close(): void;
}

/** Below the 2 s timeout of the calling service, so that it gets the outcome. */
const TIMEOUT_MS = 1_800;

export function createSmtpMailer({ url, from }: { url: string; from: string }): SmtpMailer {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 5,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send({ to, subject, text, html }) {
      return measureMail(url, async () => {
        const headers = { 'Auto-Submitted': 'auto-generated' };
        const sending = transport.sendMail({ from, to, subject, text, html, headers });
        await withTimeout(sending, TIMEOUT_MS, () => new Error('the mail server did not answer in time'));
      });
    },
    async check() {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}

/** The span and the metric name the server and the outcome, never the recipient or the content. */
function measureMail(url: string, work: () => Promise<void>): Promise<void> {
  const { hostname, port } = new URL(url);
  const attributes = {
    'network.protocol.name': 'smtp',
    'server.address': hostname,
    ...(port === '' ? {} : { 'server.port': Number(port) }),
  };
  return inSpan('send mail', { kind: SpanKind.CLIENT, attributes }, async () => {
    try {
      await work();
      mails.add(1, { 'lodging.outcome': 'sent' });
    } catch (error) {
      mails.add(1, { 'lodging.outcome': 'failed' });
      throw error;
    }
  });
}
