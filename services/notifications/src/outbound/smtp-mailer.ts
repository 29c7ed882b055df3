import { inSpan, SpanKind } from '@lodging/kit-runtime';
import nodemailer from 'nodemailer';
import { mails } from '../metrics.ts';
import type { Mailer } from '../use-cases/ports.ts';

export interface SmtpMailer extends Mailer {
  /** Throws unless the server is there and takes our name and password. */
  check(): Promise<void>;
  close(): void;
}

/** Below the 2 s that the asking service waits, so that it learns the outcome. */
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
      return asMail(url, async () => {
        const headers = { 'Auto-Submitted': 'auto-generated' };
        const sending = transport.sendMail({ from, to, subject, text, html, headers });
        const late = new Promise<never>((_resolve, reject) => {
          setTimeout(() => reject(new Error('the mail server took too long')), TIMEOUT_MS).unref();
        });
        await Promise.race([sending, late]);
      });
    },
    async check() {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}

/** Seen is where a mail went, and whether it was taken; of what is in it, and for whom, nothing. */
function asMail(url: string, work: () => Promise<void>): Promise<void> {
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
